package workspace

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

//go:embed page
var page embed.FS

// Server is a running Workspace.
type Server struct {
	URL    string // of the page, without a slash at the end
	APIURL string // of the Web API, with one: what clients take as their base

	ws   *Workspace
	http *http.Server
}

// Start serves the workspace at addr, "127.0.0.1:0" for any free port. Only the
// loopback interface is allowed: the tokens are worthless, but the page acts for
// whoever sees it. A Workspace can be started once.
func (ws *Workspace) Start(addr string) (*Server, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil || !loopback(host) {
		return nil, fmt.Errorf("workspace: listen on %q: only the loopback interface is allowed, such as 127.0.0.1:0", addr)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("workspace: %w", err)
	}
	base := "http://" + l.Addr().String()
	ws.mu.Lock()
	ws.baseURL = base
	ws.mu.Unlock()
	s := &Server{URL: base, APIURL: base + "/api/", ws: ws}
	s.http = &http.Server{Handler: guard(ws.routes()), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			ws.log.Error("workspace stopped", "err", err)
		}
	}()
	return s, nil
}

// Close stops the server and every delivery and connection.
func (s *Server) Close() error {
	s.ws.stop()
	return s.http.Close()
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (ws *Workspace) routes() http.Handler {
	files, err := fs.Sub(page, "page")
	if err != nil {
		panic(err) // the embedded folder is missing: the build is broken
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/{method}", ws.serveAPI)
	mux.HandleFunc("GET /link/", ws.serveSocket)
	mux.HandleFunc("POST /hooks/{kind}/{team}/{id}/{secret}", ws.serveResponseURL)
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(files)))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, files, "index.html")
	})
	mux.HandleFunc("GET /archives/{channel}/{message}", openPermalink)
	ws.pageRoutes(mux)
	return mux
}

// openPermalink leads a link of chat.getPermalink to the page: to the thread the
// message stands in, or to the channel.
func openPermalink(w http.ResponseWriter, r *http.Request) {
	to := "/#/" + url.PathEscape(r.PathValue("channel"))
	ts := r.FormValue("thread_ts")
	if id := strings.TrimPrefix(r.PathValue("message"), "p"); ts == "" && len(id) > 6 {
		ts = id[:len(id)-6] + "." + id[len(id)-6:]
	}
	if ts != "" {
		to += "/" + url.PathEscape(ts)
	}
	http.Redirect(w, r, to, http.StatusFound)
}

// guard keeps other web sites out: names that merely resolve to the loopback
// address (DNS rebinding), and requests that another site's page makes.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if !loopback(strings.Trim(host, "[]")) {
			http.Error(w, "this host name is not served here; use 127.0.0.1", http.StatusForbidden)
			return
		}
		// A socket needs a ticket nobody can guess, and clients name Slack as their origin.
		if o := r.Header.Get("Origin"); o != "" && r.URL.Path != "/link/" {
			if u, err := url.Parse(o); err != nil || u.Host != r.Host {
				http.Error(w, "requests from other sites are refused", http.StatusForbidden)
				return
			}
		}
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		h.Set("Cache-Control", "no-cache")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}
