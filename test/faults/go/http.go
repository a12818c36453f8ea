package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const largestBody = 1 << 20

type object = map[string]any

// service is the whole state. One request is handled at a time, so no handler sees half a change of another.
type service struct {
	fault    string
	mutex    sync.Mutex
	routes   []route
	accounts map[string]*account
	news     chan delivery

	// Only a fault shows this: the last body that anybody sent.
	received []byte
}

type route struct {
	method  string
	parts   []string
	handler func(*call) (*answer, error)
}

// call is one request: its caller, the values of its path, and where its answer goes.
type call struct {
	*service
	account *account
	request *http.Request
	path    map[string]string
}

type answer struct {
	status  int
	data    any
	page    object
	links   object
	total   int
	header  http.Header
	content []byte
}

type fieldProblem struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// refusal is why a request is not done.
type refusal struct {
	status int
	code   string
	text   string
	fields []fieldProblem
	header http.Header
}

func (r *refusal) Error() string { return r.text }

func refuse(status int, code, text string) error {
	return &refusal{status: status, code: code, text: text}
}

func notFound(what string) error { return refuse(404, "notFound", "There is no such "+what+".") }

func conflict(text string) error { return refuse(409, "conflict", text) }

func invalid(path, message string) error {
	return &refusal{status: 400, code: "invalidRequest", text: "The request is not valid.", fields: []fieldProblem{{path, message}}}
}

func ok(data any) *answer { return &answer{status: 200, data: data} }

func created(data any, location string) *answer {
	return &answer{status: 201, data: data, header: http.Header{"Location": {location}}}
}

// textOnly is an answer of faults that have nothing but a text to say.
func textOnly(text string) *answer {
	octets, _ := json.Marshal(object{"message": text})
	return &answer{status: 200, header: http.Header{"Content-Type": {"application/json"}}, content: octets}
}

func noContent() *answer { return &answer{status: 204} }

func (s *service) is(fault string) bool { return s.fault == fault }

func (s *service) add(method, path string, handler func(*call) (*answer, error)) {
	s.routes = append(s.routes, route{method, strings.Split(path, "/")[1:], handler})
}

func (r *route) match(segments []string) (map[string]string, bool) {
	if len(segments) != len(r.parts) {
		return nil, false
	}
	values := map[string]string{}
	for i, part := range r.parts {
		if strings.HasPrefix(part, "{") {
			values[strings.Trim(part, "{}")] = segments[i]
		} else if part != segments[i] {
			return nil, false
		}
	}
	return values, true
}

func (s *service) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	result, err := s.answer(request)
	if err != nil {
		s.sendRefusal(w, request, err)
		return
	}
	switch {
	case result.content != nil:
		sendOctets(w, result.status, result.header, result.content)
	case result.status == 204 || result.status == 304:
		copyHeader(w, result.header)
		w.WriteHeader(result.status)
	case result.page != nil:
		key := "data"
		if other, given := result.page["key"].(string); given {
			key = other
			delete(result.page, "key")
		}
		send(w, result.status, result.header, object{key: result.data, "page": result.page})
	case result.links != nil:
		send(w, result.status, result.header, object{"data": result.data, "links": result.links, "total": result.total})
	default:
		send(w, result.status, result.header, object{"data": result.data})
	}
}

func (s *service) sendRefusal(w http.ResponseWriter, request *http.Request, err error) {
	var refused *refusal
	if !errors.As(err, &refused) {
		refused = &refusal{status: 500, code: "internal", text: "Something went wrong."}
	}
	if refused.status == 401 && request.Method == "POST" && strings.HasSuffix(request.URL.Path, "/messages") && s.is("refusal-is-xml") {
		header := http.Header{"Content-Type": {"application/xml"}}
		copyHeader(w, refused.header)
		sendOctets(w, 401, header, []byte("<error><code>"+refused.code+"</code><message>"+refused.text+"</message></error>"))
		return
	}
	body := object{"message": refused.text}
	if refused.code != "" {
		body["code"] = refused.code
	}
	if len(refused.fields) > 0 {
		body["fields"] = refused.fields
	}
	if refused.status == 400 && request.Method == "GET" && request.URL.Path == "/orders" && s.is("refusal-has-text-after-json") {
		text, _ := json.Marshal(object{"error": body})
		sendOctets(w, 400, http.Header{"Content-Type": {"application/json"}}, append(text, refused.text...))
		return
	}
	status := refused.status
	if status == 404 && request.Method == http.MethodHead && s.is("head-of-nothing-is-200") {
		status = 200
	}
	send(w, status, refused.header, object{"error": body})
}

func copyHeader(w http.ResponseWriter, header http.Header) {
	for name, values := range header {
		w.Header()[name] = values
	}
}

func send(w http.ResponseWriter, status int, header http.Header, body object) {
	text, _ := json.Marshal(body)
	w.Header().Set("Content-Type", "application/json")
	sendOctets(w, status, header, text)
}

func sendOctets(w http.ResponseWriter, status int, header http.Header, octets []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(octets)))
	copyHeader(w, header)
	w.WriteHeader(status)
	_, _ = w.Write(octets)
}

func (s *service) answer(request *http.Request) (result *answer, err error) {
	segments, err := segmentsOf(request.URL)
	if err != nil {
		return nil, err
	}
	method := request.Method
	if s.is("reading-takes-any-method") && len(segments) == 3 && segments[0] == "channels" && segments[2] == "read" {
		method = http.MethodPost
	}
	found, values, methods := s.find(method, segments)
	if len(methods) == 0 {
		return nil, notFound("resource")
	}
	if found == nil {
		header := http.Header{"Allow": {strings.Join(methods, ", ")}}
		return nil, &refusal{status: 405, code: "methodNotAllowed", text: "The method is not allowed here.", header: header}
	}
	key := request.Header.Get("X-Api-Key")
	caller := s.accounts[key]
	if caller == nil && key != "" && s.is("unknown-key-crashes") {
		return nil, errors.New("invalid identifier")
	}
	if caller == nil && key != "" && values["invoiceId"] != "" && s.is("lookup-before-authentication") && !s.hasInvoice(values["invoiceId"]) {
		return nil, &refusal{status: 500, code: "internal", text: "There is no such invoice."}
	}
	if caller == nil && key == "" && len(segments) == 3 && segments[2] == "content" && s.is("content-needs-no-key") {
		caller = s.ownerOfFile(values["fileId"])
	}
	if caller == nil && key == "" && s.is("missing-key-is-403") {
		return nil, refuse(403, "forbidden", "The key is missing.")
	}
	if caller != nil && strings.Contains(values["channelId"], "..") && s.is("dots-in-id-crash") {
		return nil, errors.New("relative paths are not supported")
	}
	if caller == nil {
		header := http.Header{"Www-Authenticate": {`ApiKey realm="depot"`}}
		return nil, &refusal{status: 401, code: "unauthenticated", text: "The header X-Api-Key has no key of an account.", header: header}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	defer func() {
		if recover() != nil {
			result, err = nil, errors.New("a handler panicked")
		}
	}()
	return found.handler(&call{s, caller, request, values})
}

// segmentsOf splits before it decodes, since a value may have an encoded slash.
func segmentsOf(address *url.URL) ([]string, error) {
	segments := strings.Split(address.EscapedPath(), "/")[1:]
	for i, segment := range segments {
		text, err := url.PathUnescape(segment)
		if err != nil || !utf8.ValidString(text) {
			return nil, notFound("resource")
		}
		segments[i] = text
	}
	return segments, nil
}

func (s *service) hasInvoice(id string) bool {
	for _, one := range s.accounts {
		if byID(one.invoices, id) != nil {
			return true
		}
	}
	return false
}

// ownerOfFile is the account that has a file, or nil.
func (s *service) ownerOfFile(id string) *account {
	for _, one := range s.accounts {
		if byID(one.files, id) != nil {
			return one
		}
	}
	return nil
}

func (s *service) find(method string, segments []string) (*route, map[string]string, []string) {
	wanted := method
	if method == http.MethodHead {
		wanted = http.MethodGet
	}
	var methods []string
	for i := range s.routes {
		values, matches := s.routes[i].match(segments)
		if !matches {
			continue
		}
		if s.routes[i].method == wanted {
			return &s.routes[i], values, []string{wanted}
		}
		methods = append(methods, s.routes[i].method)
		if s.routes[i].method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
	}
	sort.Strings(methods)
	return nil, nil, methods
}

func timeText(moment time.Time) string { return moment.UTC().Format("2006-01-02T15:04:05.000Z") }
