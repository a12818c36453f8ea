package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"
)

var secret = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// hook is an address that is told of what happens in channels.
type hook struct {
	record
	url    string
	method string
	events []string
	secret string

	// Only faults set these: it was removed, and is still told; it is told at its first address.
	removed bool
	toldAt  string
}

// address is where a hook is told.
func (h *hook) address() string {
	if h.toldAt != "" {
		return h.toldAt
	}
	return h.url
}

// delivery is a piece of news for one address.
type delivery struct {
	method, url, secret string
	body                object
}

func (h *hook) view() object {
	return object{
		"id": h.id, "url": h.url, "method": h.method, "events": h.events, "hasSecret": h.secret != "",
		"createdAt": timeText(h.createdAt),
	}
}

func (s *service) addHooks() {
	s.add("GET", "/hooks", listHooks)
	s.add("POST", "/hooks", createHook)
	s.add("GET", "/hooks/{hookId}", getHook)
	s.add("PUT", "/hooks/{hookId}", replaceHook)
	s.add("DELETE", "/hooks/{hookId}", deleteHook)
}

func (c *call) hooks() []*hook {
	there := []*hook{}
	for _, one := range c.account.hooks {
		if !one.removed {
			there = append(there, one)
		}
	}
	return there
}

func listHooks(c *call) (*answer, error) {
	result, err := list(c, c.hooks())
	if err != nil {
		return nil, err
	}
	shown, _ := json.Marshal([]any{result.data, result.page})
	if c.is("removal-leaves-tag-of-hooks") {
		shown = []byte(strconv.Itoa(c.account.newestHook))
	}
	digest := sha256.Sum256(shown)
	tag := `"` + hex.EncodeToString(digest[:8]) + `"`
	if same := c.unchanged(tag); same != nil {
		return same, nil
	}
	return tagged(result, tag), nil
}

func createHook(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	if c.is("hook-needs-method") {
		b.require("method")
	}
	made := hookIn(b)
	if err := b.err(); err != nil {
		return nil, err
	}
	if c.is("created-hook-is-nothing") {
		return &answer{status: 200, content: []byte{}}, nil
	}
	made.record = c.account.newRecord("hok")
	c.account.hooks, c.account.newestHook = append(c.account.hooks, made), made.number
	return created(made.view(), "/hooks/"+made.id), nil
}

// hookIn reads what a caller decides of a hook.
func hookIn(b *body) *hook {
	b.require("url", "events")
	read := &hook{url: b.text("url", 1, 500), events: b.words("events"), secret: b.text("secret", 8, 72)}
	address, err := url.Parse(read.url)
	if len(b.wrong) == 0 && (err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https") {
		b.complain("url", "It must be an address of HTTP.")
	}
	if len(b.wrong) == 0 && (len(read.events) == 0 || !areEvents(read.events)) {
		b.complain("events", "It must have messagePosted, messageDeleted or both, each once.")
	}
	if read.method = "POST"; b.has("method") {
		read.method = b.text("method", 3, 4)
	}
	if len(b.wrong) == 0 && b.has("secret") && !secret.MatchString(read.secret) {
		b.complain("secret", "It must have letters, digits, hyphens and underscores only.")
	}
	if len(b.wrong) == 0 && read.method != "POST" && read.method != "PUT" {
		b.complain("method", "It must be POST or PUT.")
	}
	return read
}

func areEvents(names []string) bool {
	for i, name := range names {
		if name != "messagePosted" && name != "messageDeleted" || slices.Contains(names[:i], name) {
			return false
		}
	}
	return true
}

func (c *call) hook() (*hook, error) {
	if one := byID(c.hooks(), c.path["hookId"]); one != nil {
		return one, nil
	}
	return nil, notFound("hook")
}

func getHook(c *call) (*answer, error) {
	if c.is("hook-is-answered-with-all") {
		return list(c, c.hooks())
	}
	one, err := c.hook()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

func replaceHook(c *call) (*answer, error) {
	one, err := c.hook()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	read := hookIn(b)
	if err := b.err(); err != nil {
		return nil, err
	}
	if id, isText := b.members["id"].(string); isText && id != one.id && c.is("replacement-with-other-id-is-copy") {
		one = c.hookNamed(id)
	}
	if c.is("replaced-hook-is-told-at-old-url") {
		one.toldAt = one.address()
	}
	one.url, one.method, one.events = read.url, read.method, read.events
	if b.has("secret") || c.is("replaced-hook-loses-secret") {
		one.secret = read.secret
	}
	return ok(one.view()), nil
}

// hookNamed is the hook with an id, which is made if it is not there.
func (c *call) hookNamed(id string) *hook {
	if one := byID(c.hooks(), id); one != nil {
		return one
	}
	made := &hook{record: c.account.newRecord("hok")}
	made.id = id
	c.account.hooks, c.account.newestHook = append(c.account.hooks, made), made.number
	return made
}

func deleteHook(c *call) (*answer, error) {
	one, err := c.hook()
	if err != nil {
		return nil, err
	}
	if c.is("removed-hook-is-told") {
		one.removed = true
	} else {
		c.account.hooks = without(c.account.hooks, one.id)
	}
	return noContent(), nil
}

// tell queues news of a message for all hooks that want it. If the queue is full, the news is lost.
func (c *call) tell(event string, about *message) {
	for _, one := range c.account.hooks {
		if !slices.Contains(one.events, event) || !isHere(one.address()) {
			continue
		}
		news := object{"event": event, "hookId": one.id, "channelId": about.channel.id, "messageId": about.id}
		select {
		case c.news <- delivery{one.method, one.address(), one.secret, news}:
		default:
		}
	}
}

// isHere is true for an address of this machine. No other is called.
func isHere(text string) bool {
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "http" {
		return false
	}
	ip := net.ParseIP(address.Hostname())
	return ip != nil && ip.IsLoopback()
}

// deliver sends news, one after the other. A redirect is not followed.
func (s *service) deliver() {
	client := &http.Client{
		Timeout:       2 * time.Second,
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for one := range s.news {
		text, _ := json.Marshal(one.body)
		request, err := http.NewRequest(one.method, one.url, bytes.NewReader(text))
		if err != nil {
			continue
		}
		request.Header.Set("Content-Type", "application/json")
		if one.secret != "" {
			request.Header.Set("X-Hook-Secret", one.secret)
		}
		response, err := client.Do(request)
		if err == nil {
			_ = response.Body.Close()
		}
	}
}
