package workspace

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
)

// readArgs reads the arguments of a call, as a form, as JSON or from the query,
// and the token from the Authorization header or the form.
func readArgs(body io.Reader, r *http.Request) (object, string, error) {
	header := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	raw, err := io.ReadAll(body)
	if err != nil {
		return object{}, "", slackError("request_too_large")
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "application/json" {
		if raw = bytes.TrimSpace(raw); len(raw) == 0 || string(raw) == "null" {
			raw = []byte("{}") // what clients send for a call without arguments
		}
		args, err := decodeObject(raw)
		if err != nil {
			return object{}, "", slackError("invalid_json")
		}
		delete(args, "token") // a JSON body may not carry it
		return args, header, nil
	}
	values := r.URL.Query()
	form, err := url.ParseQuery(string(raw))
	if err != nil {
		return object{}, "", slackError("invalid_form_data")
	}
	for k := range form {
		values.Set(k, form.Get(k))
	}
	token := values.Get("token")
	if header != "" {
		token = header
	}
	args := object{}
	for k := range values {
		if k != "token" {
			args[k] = values.Get(k)
		}
	}
	return args, token, nil
}

// value reads an argument that is JSON: as it is in a JSON body, or as text in a
// form. ok is false when the text is not JSON.
func (r *request) value(name string) (v any, ok bool) {
	s, isText := r.args[name].(string)
	if !isText {
		return r.args[name], true
	}
	if s == "" {
		return nil, true
	}
	v, err := decode([]byte(s))
	return v, err == nil
}
