package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// DefaultPath is the settings file that is read when none is named and it is there.
const DefaultPath = "incidentlib.yaml"

const (
	maxFile   = 16 << 10 // bytes; the example has two thousand
	maxSecret = 4 << 10  // bytes; Slack's tokens stay below 400
)

// Load returns the settings: the defaults, over them the file, over them the
// environment, which getenv looks up ("" is a variable that is not set). With
// path "" it reads DefaultPath where present.
//
// Everything that is wrong comes in one error, a Faults. Whether the secrets
// that Slack needs are there, CheckSlack says: most commands need none.
func Load(path string, getenv func(string) string) (Config, error) {
	l := loader{config: Default(), where: map[string]string{}}
	l.file(path)
	l.env(getenv)
	l.secrets(getenv)
	for _, f := range l.config.faults() {
		if f.Where == "" {
			f.Where = l.where[f.Field]
		}
		l.faults = append(l.faults, f)
	}
	return l.config, l.faults.err()
}

// loader is a Config in the making. A value it cannot read is a fault and
// leaves what was there before.
type loader struct {
	config Config
	where  map[string]string // the place that set each key last
	faults Faults
}

func (l *loader) set(s setting, where string, values []string) {
	if err := s.set(&l.config, values); err != nil {
		l.faults = append(l.faults, Fault{where, s.key, strings.Join(values, ", "), err.Error()})
		return
	}
	l.where[s.key] = where
}

func (l *loader) file(path string) {
	name := path
	if name == "" {
		name = DefaultPath
	}
	data, err := readLimited(name, maxFile)
	if path == "" && errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		l.faults = append(l.faults, Fault{name, "settings file", "", err.Error()})
		return
	}
	l.yaml(name, data)
}

func (l *loader) env(getenv func(string) string) {
	for _, s := range settings {
		for _, name := range s.envNames() {
			value := getenv(name)
			if value == "" {
				continue
			}
			values := []string{value}
			if s.list {
				values = strings.Split(value, ",")
			}
			l.set(s, name, values)
			break
		}
	}
}

func (l *loader) secrets(getenv func(string) string) {
	for _, s := range []struct {
		name string
		to   *Secret
	}{
		{"SLACK_BOT_TOKEN", &l.config.Slack.BotToken},
		{"SLACK_APP_TOKEN", &l.config.Slack.AppToken},
		{"SLACK_SIGNING_SECRET", &l.config.Slack.SigningSecret},
		{"INCIDENTLIB_DATABASE_URL", &l.config.Database},
	} {
		value, path := getenv(s.name), getenv(s.name+"_FILE")
		if value != "" && path != "" {
			l.faults = append(l.faults, Fault{"environment", s.name, "", "set it or " + s.name + "_FILE, not both"})
			continue
		}
		if path != "" {
			data, err := readLimited(path, maxSecret)
			if err != nil {
				l.faults = append(l.faults, Fault{"environment", s.name + "_FILE", path, err.Error()})
				continue
			}
			value = string(data)
		}
		*s.to = Secret(trimSecret(value))
	}
}

// readLimited reads a file of at most limit bytes. Its errors do not repeat the
// path, since whoever reports them names it.
func readLimited(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("cannot be read: %w", failed.Err)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("cannot be read: %w", failed.Err)
	}
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("longer than %d bytes; is it the right file?", limit)
	}
	return data, err
}
