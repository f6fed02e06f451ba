package main

import (
	"net/http"
	"net/url"
	"sync"
	"syscall"
	"time"

	"github.com/Shopify/toxiproxy/v2"

	"incidentlib/bot/store/storetest"
	"incidentlib/bot/workspace"
)

// databaseFaults are those of a PostgreSQL, and of the replicas that share it.
var databaseFaults = []crowd{
	{start: replicas(3), faults: []fault{
		{name: "one of 3 replicas killed", do: replicaKilled},
		{name: "events twice, to any of 3 replicas", do: doubling},
		{name: "texts that no database takes, PostgreSQL", do: oddTexts},
		{name: "database sessions cut", do: sessionsCut(`{"type":"reset_peer","attributes":{"timeout":20}}`, time.Second)},
	}},
	{start: replicas(2), faults: []fault{{name: "one of 2 replicas frozen", do: replicaFrozen}}},
	{start: replicas(1), faults: []fault{
		{name: "database away", do: databaseAway},
		{name: "database hangs", long: true, do: sessionsCut(`{"type":"timeout","attributes":{"timeout":0}}`, 8*time.Second)},
	}},
}

// replicas starts so many bots on one database.
func replicas(count int) func(*site) {
	return func(s *site) {
		s.share(storetest.Postgres(s.T))
		var started sync.WaitGroup
		for range count {
			p := s.process()
			p.again() // all at once: each may find the tables not made yet
			started.Go(p.ready)
		}
		started.Wait()
	}
}

// share has the bots keep their state in a PostgreSQL, behind a network that can be spoilt.
func (s *site) share(address string) {
	s.Helper()
	u, err := url.Parse(address)
	if err != nil {
		s.Fatal(err)
	}
	s.state = address
	u.Host = s.through("database", u.Host).Listen
	s.database = u.String()
}

// between is the network before the database.
func (s *site) between() *toxiproxy.Proxy {
	s.Helper()
	p, err := s.proxies.Collection.Get("database")
	if err != nil {
		s.Fatal(err)
	}
	return p
}

// caller is the bot that made a call.
func (s *site) caller(c workspace.Call) *process {
	for _, p := range s.bots {
		if p.proxy.Listen == c.Host {
			return p
		}
	}
	return nil
}

// replicaKilled kills the bot that posts; the others take over what it had in hand.
func replicaKilled(a *arena) {
	for round := range times(1, 20) {
		dead := make(chan *process, 1)
		f := workspace.Fault{Method: post, Times: 1, Skip: round % 5, Met: func(c workspace.Call) {
			p := a.caller(c)
			p.kill()
			dead <- p
		}}
		if round%2 == 1 {
			f.Met, f.Done = nil, f.Met
		}
		a.ws.Fail(f)
		alerts := a.alert(8)
		p := <-dead
		since := time.Now()
		a.answered(since, append(alerts, a.alert(8)...))
		p.again()
		p.ready()
	}
}

// replicaFrozen stops the bot that posts for longer than its lease, and lets it go on.
func replicaFrozen(a *arena) {
	for range times(1, 3) {
		frozen := make(chan *process, 1)
		a.ws.Fail(workspace.Fault{Method: post, Times: 1, Met: func(c workspace.Call) {
			p := a.caller(c)
			p.signal(syscall.SIGSTOP)
			frozen <- p
		}})
		alerts := a.alert(8)
		p := <-frozen
		since := time.Now()
		a.answered(since, alerts)
		time.Sleep(time.Until(since.Add(time.Duration(times(9, 60)) * time.Second)))
		p.signal(syscall.SIGCONT)
		alerts = a.alert(8)
		a.answered(time.Now(), alerts)
	}
}

// sessionsCut spoils the way to the database for a while.
func sessionsCut(toxic string, lasts time.Duration) func(*arena) {
	return func(a *arena) {
		p := a.between()
		for range times(1, 5) {
			alerts := a.alert(8)
			mend := a.spoil(p, toxic)
			alerts = append(alerts, a.alert(8)...)
			time.Sleep(lasts)
			mend()
			p.Stop()
			a.back(p)
			a.answered(time.Now(), alerts)
		}
	}
}

// databaseAway takes the database away. Nothing is acknowledged meanwhile, and the bots say that
// they are not ready.
func databaseAway(a *arena) {
	p := a.between()
	for range times(1, 3) {
		alerts := a.alert(8)
		p.Stop()
		time.Sleep(100 * time.Millisecond) // what was written before is told
		missed := a.alert(8)
		time.Sleep(time.Duration(times(2, 30)) * time.Second)
		for _, one := range missed {
			if a.acknowledged(one) {
				a.Errorf("%s in %s was acknowledged without a database", one.ts, one.channel)
			}
		}
		if status, body := a.bots[0].get("/readyz"); status != http.StatusServiceUnavailable {
			a.Errorf("without a database /readyz answers %d, %s", status, body)
		}
		a.back(p)
		since := time.Now()
		a.bots[0].ready()
		a.answered(since, append(alerts, missed...))
	}
}
