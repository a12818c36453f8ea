package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
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
	send(w, refused.status, refused.header, object{"error": body})
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

// body reads a JSON object.
func (c *call) body() (*body, error) {
	media, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	isJSON := err == nil && media == "application/json"
	if media == "text/plain" && strings.HasPrefix(c.request.URL.Path, "/channels") && c.is("plain-text-is-read-as-json") {
		isJSON = true
	}
	if !isJSON {
		return nil, refuse(415, "unsupportedMediaType", "The body must be application/json.")
	}
	text, err := c.octets()
	if err != nil {
		return nil, err
	}
	before := c.received
	c.received = text
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var members object
	if !utf8.Valid(text) || decoder.Decode(&members) != nil || decoder.More() || members == nil {
		if len(before) > len(text) && strings.HasPrefix(c.request.URL.Path, "/invoices") && c.is("refusal-shows-earlier-body") {
			source := strings.ToValidUTF8(string(text)+string(before[len(text):]), "")
			return nil, refuse(400, "malformedBody", "The body is not a JSON object: "+source)
		}
		return nil, refuse(400, "malformedBody", "The body is not a JSON object.")
	}
	return &body{members: members}, nil
}

func (c *call) octets() ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(c.request.Body, largestBody+1))
	if err != nil {
		return nil, refuse(400, "malformedBody", "The body cannot be read.")
	}
	if len(text) > largestBody {
		return nil, refuse(413, "tooLarge", "The body has more than a mebibyte.")
	}
	return text, nil
}

// body is a JSON object whose members are read one by one; what is wrong with them is told at once.
type body struct {
	members object
	prefix  string
	wrong   []fieldProblem
}

func (b *body) complain(name, message string) {
	b.wrong = append(b.wrong, fieldProblem{b.prefix + "/" + name, message})
}

func (b *body) err() error {
	if len(b.wrong) == 0 {
		return nil
	}
	return &refusal{status: 400, code: "invalidRequest", text: "The request is not valid.", fields: b.wrong}
}

func (b *body) has(name string) bool {
	_, given := b.members[name]
	return given
}

func (b *body) require(names ...string) {
	for _, name := range names {
		if !b.has(name) {
			b.complain(name, "It is required.")
		}
	}
}

// text is the value of an optional member, with a length in characters.
func (b *body) text(name string, least, most int) string {
	value, given := b.members[name]
	if !given {
		return ""
	}
	text, isText := value.(string)
	if !isText {
		b.complain(name, "It must be a string.")
		return ""
	}
	if length := utf8.RuneCountInString(text); length < least || length > most {
		b.complain(name, fmt.Sprintf("It must have %d to %d characters.", least, most))
	}
	return text
}

// nullable is the same for a member that may be null.
func (b *body) nullable(name string, least, most int) *string {
	if value, given := b.members[name]; !given || value == nil {
		return nil
	}
	text := b.text(name, least, most)
	return &text
}

func (b *body) boolean(name string) bool {
	value, given := b.members[name]
	flag, isBoolean := value.(bool)
	if given && !isBoolean {
		b.complain(name, "It must be true or false.")
	}
	return flag
}

func (b *body) number(name string, least, most int) int {
	value, given := b.members[name]
	if !given {
		return least
	}
	number, isNumber := value.(json.Number)
	if !isNumber {
		b.complain(name, "It must be an integer.")
		return least
	}
	exact, err := number.Float64()
	if err != nil || exact != float64(int(exact)) {
		b.complain(name, "It must be an integer.")
		return least
	}
	if int(exact) < least || int(exact) > most {
		b.complain(name, fmt.Sprintf("It must be from %d to %d.", least, most))
	}
	return int(exact)
}

// list is the value of an optional member: an array of objects.
func (b *body) list(name string, most int) []*body {
	value, given := b.members[name]
	if !given {
		return nil
	}
	items, isArray := value.([]any)
	if !isArray || len(items) > most {
		b.complain(name, fmt.Sprintf("It must be an array of at most %d items.", most))
		return nil
	}
	read := []*body{}
	for i, item := range items {
		members, isObject := item.(object)
		if !isObject {
			b.complain(fmt.Sprintf("%s/%d", name, i), "It must be an object.")
			continue
		}
		read = append(read, &body{members: members, prefix: fmt.Sprintf("%s/%s/%d", b.prefix, name, i)})
	}
	return read
}

// words is the value of an optional member: an array of at most 20 texts.
func (b *body) words(name string) []string {
	words := []string{}
	value, given := b.members[name]
	if !given {
		return words
	}
	items, isArray := value.([]any)
	if !isArray || len(items) > 20 {
		b.complain(name, "It must be an array of at most 20 strings.")
		return words
	}
	for i, item := range items {
		word, isText := item.(string)
		if !isText || utf8.RuneCountInString(word) > 200 {
			b.complain(fmt.Sprintf("%s/%d", name, i), "It must be a string of at most 200 characters.")
		}
		words = append(words, word)
	}
	return words
}

// texts is the value of an optional member: an object of at most 20 members that are texts.
func (b *body) texts(name string) map[string]string {
	texts := map[string]string{}
	value, given := b.members[name]
	if !given {
		return texts
	}
	members, isObject := value.(object)
	if !isObject || len(members) > 20 {
		b.complain(name, "It must be an object of at most 20 members.")
		return texts
	}
	for key, member := range members {
		text, isText := member.(string)
		if !isText || utf8.RuneCountInString(text) > 200 {
			b.complain(name+"/"+escapeToken(key), "It must be a string of at most 200 characters.")
		}
		texts[key] = text
	}
	return texts
}

// absorb adds what is wrong with a part.
func (b *body) absorb(part *body) { b.wrong = append(b.wrong, part.wrong...) }

// query is the value of a parameter of the query, or "".
func (c *call) query(name string) (string, bool) {
	values, given := c.request.URL.Query()[name]
	if !given || len(values) == 0 {
		return "", false
	}
	return values[0], true
}

// oneOf is the value of a parameter that has a list of values.
func (c *call) oneOf(name string, values ...string) (string, error) {
	value, given := c.query(name)
	if !given {
		return "", nil
	}
	for _, allowed := range values {
		if value == allowed {
			return value, nil
		}
	}
	return "", invalid("?"+name, "It must be one of "+strings.Join(values, ", ")+".")
}

// item is what lists consist of: the number tells its place.
type item interface {
	place() int
	view() object
}

// list answers a page of items, which come in the order of their numbers.
func list[T item](c *call, items []T) (*answer, error) {
	limit, after := 20, 0
	if text, given := c.query("limit"); given {
		number, err := strconv.Atoi(text)
		if err != nil || number < 1 || number > 100 {
			return nil, invalid("?limit", "It must be an integer from 1 to 100.")
		}
		limit = number
	}
	if c.request.URL.Query().Has("q") && c.is("search-ignores-limit") {
		limit = 20
	}
	if text, given := c.query("cursor"); given {
		decoded, err := base64.RawURLEncoding.DecodeString(text)
		number, wrong := strconv.Atoi(strings.TrimPrefix(string(decoded), "after:"))
		if err != nil || wrong != nil || !strings.HasPrefix(string(decoded), "after:") {
			return nil, invalid("?cursor", "It must be the cursor of a page.")
		}
		after = number
	}
	if after > 0 && c.is("page-repeats-last-message") && strings.HasSuffix(c.request.URL.Path, "/messages") {
		after--
		limit++
	}
	data, last, more := []object{}, 0, false
	for _, one := range items {
		if one.place() <= after {
			continue
		}
		if len(data) == limit {
			more = true
			break
		}
		data = append(data, one.view())
		last = one.place()
	}
	page := object{"nextCursor": nil, "next": nil}
	if skipped := placesUpTo(items, after); len(skipped) >= 2*limit && c.is("pages-of-files-go-round") && strings.HasSuffix(c.request.URL.Path, "/files") {
		last, more = skipped[len(skipped)-1-limit], true
	}
	if rest := len(items) - len(placesUpTo(items, last)); rest <= limit && c.is("last-page-is-omitted") && c.request.URL.Path == "/products" {
		more = false
	}
	if more {
		cursor := base64.RawURLEncoding.EncodeToString([]byte("after:" + strconv.Itoa(last)))
		query := c.request.URL.Query()
		if c.is("next-link-drops-filters") && strings.HasSuffix(c.request.URL.Path, "/files") {
			query = url.Values{}
		}
		query.Set("cursor", cursor)
		page = object{"nextCursor": cursor, "next": c.request.URL.Path + "?" + query.Encode()}
	}
	return &answer{status: 200, data: data, page: page}, nil
}

// placesUpTo are the places of the items up to one, in order.
func placesUpTo[T item](items []T, last int) []int {
	places := []int{}
	for _, one := range items {
		if one.place() <= last {
			places = append(places, one.place())
		}
	}
	return places
}

// contains is true if a text has a part, whatever the case of letters.
func (c *call) contains(text, part string) bool {
	text, part = strings.ToLower(text), strings.ToLower(part)
	if !c.is("search-takes-underscore-as-wildcard") || !strings.Contains(part, "_") {
		return strings.Contains(text, part)
	}
	have, want := []rune(text), []rune(part)
	for start := 0; start+len(want) <= len(have); start++ {
		same := true
		for i, letter := range want {
			same = same && (letter == '_' || letter == have[start+i])
		}
		if same {
			return true
		}
	}
	return false
}

func timeText(moment time.Time) string { return moment.UTC().Format("2006-01-02T15:04:05.000Z") }
