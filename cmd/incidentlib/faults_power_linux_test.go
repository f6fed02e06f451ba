package main

import (
	"math/rand/v2"
	"path/filepath"
	"time"

	"incidentlib/bot/store/powercut"
	"incidentlib/bot/workspace"
)

// powerFaults cut the power of the disk that the data folder is on, at moments seen from outside
// and after any number of changes of the disk.
var powerFaults = []crowd{{start: onDisk, faults: []fault{
	{name: "power cut in the first start", do: cutAtFirst},
	{name: "power cut after the acknowledgement", do: cut(20, func(a *arena) <-chan struct{} {
		one := a.alert(1)[0]
		a.until("the acknowledgement", func() bool { return a.acknowledged(one) })
		return closed()
	})},
	{name: "power cut, and the post is done", long: true, do: cut(20, func(a *arena) <-chan struct{} {
		met := make(chan struct{})
		at(post, func(f *workspace.Fault, met func(workspace.Call)) { f.Done = met })(a, func() { a.bots[0].kill(); close(met) })
		return met
	})},
	{name: "power cut at any moment", do: cut(50, func(a *arena) <-chan struct{} { return a.disk.CutAfter(1 + rand.N(100)) })},
	{name: "power cut while it starts", long: true, do: cutStarting},
}}}

func closed() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// onDisk gives a site a disk, and a bot that is not started yet.
func onDisk(s *site) {
	s.disk = powercut.New(s.T, filepath.Join(s.dir, "disk"))
	s.process("INCIDENTLIB_DATA=" + filepath.Join(s.dir, "disk", "data"))
	s.atEnd = func() { // the ledger is read from what is left after a last cut
		s.bots[0].kill()
		s.disk.Cut(s, 0)
		s.disk.CopyTo(s, "data", filepath.Join(s.dir, "data"))
		s.bots[0].env = append(s.bots[0].env, "INCIDENTLIB_DATA="+filepath.Join(s.dir, "data"))
		s.bots[0].again()
	}
}

// cutPower ends the bot, cuts the power and starts the bot on what is left: what was synced and,
// where a size is given, some pieces of that size of what was not.
func (a *arena) cutPower(piece int) {
	a.Helper()
	a.bots[0].kill()
	a.disk.Cut(a.T, piece)
	a.ws.Mend()
	a.bots[0].again()
}

func anyPiece() int { return []int{0, 512, 4096}[rand.N(3)] }

// cut has the power cut at a moment while alerts arrive, so many times in the long form.
func cut(long int, moment func(a *arena) <-chan struct{}) func(*arena) {
	return func(a *arena) {
		a.open(64) // in one it would soon have said enough for an hour
		a.running()
		for range times(1, long) {
			alerts := a.alert(4)
			gone := moment(a)
			alerts = append(alerts, a.alert(8)...)
			<-gone
			since := time.Now()
			a.cutPower(anyPiece())
			a.answered(since, alerts)
		}
	}
}

// running starts the bot unless it runs.
func (a *arena) running() {
	a.Helper()
	if p := a.bots[0]; !p.alive() {
		p.again()
		p.ready()
	}
}

// cutAtFirst cuts the power while the bot starts for the first time, which takes some 95 changes
// of the disk, and then just after such a start.
func cutAtFirst(a *arena) {
	p := a.bots[0]
	for range times(1, 50) {
		p.kill()
		a.disk.Erase(a.T)
		gone := a.disk.CutAfter(1 + rand.N(90))
		p.again()
		<-gone
		a.cutPower(anyPiece())
		p.ready()
	}
	p.kill()
	a.disk.Erase(a.T)
	p.again()
	alerts := a.alert(8)
	a.answered(time.Now(), alerts)
	since := time.Now()
	a.cutPower(0)
	a.answered(since, append(alerts, a.alert(8)...))
}

// cutStarting cuts the power while the bot starts on what the last cut left.
func cutStarting(a *arena) {
	a.open(64)
	a.running()
	alerts := a.alert(8)
	for range times(1, 20) {
		a.cutPower(anyPiece())
		gone := a.disk.CutAfter(1 + rand.N(20))
		alerts = append(alerts, a.alert(2)...)
		<-gone
	}
	since := time.Now()
	a.cutPower(anyPiece())
	a.answered(since, alerts)
}
