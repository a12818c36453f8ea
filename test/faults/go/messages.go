package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

type attachment struct {
	record
	name, text string
}

type message struct {
	record
	channel     *channel
	kind        string
	priority    string
	text        string
	mentions    []string
	replyTo     *string
	attachments []*attachment
	editedAt    *time.Time
	isUnread    bool
}

func (a *attachment) view() object { return object{"id": a.id, "name": a.name, "text": a.text} }

func (m *message) view() object {
	attachments := []object{}
	for _, one := range m.attachments {
		attachments = append(attachments, one.view())
	}
	view := object{
		"id": m.id, "channelId": m.channel.id, "kind": m.kind, "text": m.text, "replyTo": m.replyTo, "attachments": attachments,
		"mentions": m.mentions, "priority": m.priority, "replyCount": m.replyCount(), "createdAt": timeText(m.createdAt), "editedAt": nil,
	}
	if m.editedAt != nil {
		view["editedAt"] = timeText(*m.editedAt)
	}
	return view
}

func (m *message) replyCount() int {
	count := 0
	for _, one := range m.channel.messages {
		if one.replyTo != nil && *one.replyTo == m.id {
			count++
		}
	}
	return count + m.channel.lostReplies[m.id]
}

func listMessages(c *call) (*answer, error) {
	in, err := c.channel()
	if err != nil {
		return nil, err
	}
	part, filtered := c.query("textContains")
	since, err := c.moment("since")
	if err != nil {
		return nil, err
	}
	if !since.IsZero() && c.is("since-is-refused") {
		return nil, invalid("?since", "It is not allowed.")
	}
	wanted, err := c.someOf("priority", priorities...)
	if err != nil {
		return nil, err
	}
	if len(wanted) > 1 && c.is("only-first-priority-counts") {
		wanted = wanted[:1]
	}
	if len(wanted) > 1 && c.is("first-priority-is-a-level") {
		wanted = priorities[:slices.Index(priorities, wanted[0])+1]
	}
	if (filtered || wanted != nil) && c.is("since-is-ignored-beside-others") {
		since = time.Time{}
	}
	messages := in.messages
	if c.is("messages-of-all-channels-listed") {
		messages = c.allMessages()
	}
	found := []*message{}
	for _, one := range messages {
		matches := (!filtered || c.contains(one.text, part)) && (wanted == nil || slices.Contains(wanted, one.priority))
		posted := one.createdAt.Truncate(time.Millisecond)
		isEarly := posted.Before(since) || posted.Equal(since) && c.is("since-leaves-out-its-moment")
		if matches && !isEarly {
			found = append(found, one)
		}
	}
	result, err := list(c, found)
	if err == nil && filtered && len(found) == 0 && c.is("search-without-result-is-null") {
		result.data = nil
	}
	return result, err
}

// moment is the value of a parameter that has a date-time of RFC 3339, or the zero time.
func (c *call) moment(name string) (time.Time, error) {
	text, given := c.query(name)
	if !given {
		return time.Time{}, nil
	}
	moment, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	if err != nil {
		return time.Time{}, invalid("?"+name, "It must be a date-time of RFC 3339.")
	}
	if c.is("since-ignores-offset") {
		_, offset := moment.Zone()
		moment = moment.Add(time.Duration(offset) * time.Second)
	}
	if c.is("since-drops-milliseconds") {
		moment = moment.Truncate(time.Second)
	}
	return moment, nil
}

// allMessages are those of all channels, in the order of their creation.
func (c *call) allMessages() []*message {
	all := []*message{}
	for _, in := range c.account.channels {
		all = append(all, in.messages...)
	}
	slices.SortFunc(all, func(one, other *message) int { return one.number - other.number })
	return all
}

func (c *call) attachmentsIn(b *body) []*attachment {
	made := []*attachment{}
	for _, part := range b.list("attachments", 5) {
		part.require("name", "text")
		one := &attachment{name: part.text("name", 1, 200), text: part.text("text", 0, 5000)}
		b.absorb(part)
		one.record = c.account.newRecord("att")
		made = append(made, one)
	}
	return made
}

func postMessage(c *call) (*answer, error) {
	in, err := c.channel()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	priority, err := c.priority()
	if err != nil {
		return nil, err
	}
	b.require("text")
	made := &message{priority: priority, channel: in, kind: "user", text: b.text("text", 1, 2000), replyTo: b.nullable("replyTo", 1, 40)}
	made.attachments = c.attachmentsIn(b)
	if made.replyTo != nil && len(b.wrong) == 0 && byID(in.messages, *made.replyTo) == nil {
		if c.is("reply-to-nothing-crashes") {
			return nil, errors.New("a foreign key has no row")
		}
		b.complain("replyTo", "The channel has no such message.")
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	if c.hasLostAncestor(made) && c.is("reply-below-deleted-is-404") {
		return nil, refuse(404, "notFound", "The message could not be posted.")
	}
	if in.locked && !c.is("locked-channel-takes-messages") {
		return nil, conflict("The channel is locked.")
	}
	if c.cannotStore(made.text) {
		return nil, errors.New("value too long for a column")
	}
	made.text = c.stored(made.text)
	made.mentions = mentionsIn(made.text)
	made.record = c.account.newRecord("msg")
	in.messages = append(in.messages, made)
	if made.replyTo == nil || !c.is("replies-are-not-unread") {
		in.unread++
		made.isUnread = true
	}
	c.tell("messagePosted", made)
	return created(made.view(), "/channels/"+in.id+"/messages/"+made.id), nil
}

// hasLostAncestor is true if a message above the one that a message replies to was deleted.
func (c *call) hasLostAncestor(of *message) bool {
	for above := of; above.replyTo != nil; {
		if above = byID(of.channel.messages, *above.replyTo); above == nil {
			return true
		}
	}
	return false
}

// cannotStore is true with the fault of a column that is too short for a text.
func (c *call) cannotStore(text string) bool {
	return utf8.RuneCountInString(text) > 1024 && c.is("text-above-1024-crashes")
}

// stored is a text as it is kept; with a fault, the store knows no characters beyond the first plane of Unicode.
func (c *call) stored(text string) string {
	if !c.is("emoji-become-question-marks") {
		return text
	}
	return strings.Map(func(letter rune) rune {
		if letter > 0xffff {
			return '?'
		}
		return letter
	}, text)
}

var mention = regexp.MustCompile(`@([A-Za-z0-9_-]+)`)

// mentionsIn are the names after @ in a text, each once.
func mentionsIn(text string) []string {
	names := []string{}
	for _, found := range mention.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(names, found[1]) {
			names = append(names, found[1])
		}
	}
	return names
}

// priorities are all that a message can have.
var priorities = []string{"low", "normal", "high"}

// priority is what the header X-Priority says.
func (c *call) priority() (string, error) {
	values, given := c.request.Header["X-Priority"]
	if !given {
		return "normal", nil
	}
	if len(values) != 1 || !slices.Contains(priorities, values[0]) {
		return "", invalid("X-Priority", "It must be one of low, normal, high.")
	}
	if values[0] == "high" && c.is("high-priority-crashes") {
		return "", errors.New("there is no queue")
	}
	return values[0], nil
}

func (c *call) message() (*message, error) {
	in, err := c.channel()
	if err != nil {
		return nil, err
	}
	if one := byID(in.messages, c.path["messageId"]); one != nil {
		return one, nil
	}
	return nil, notFound("message")
}

func getMessage(c *call) (*answer, error) {
	one, err := c.message()
	if err != nil {
		return nil, err
	}
	view := one.view()
	if c.is("single-message-counts-one-reply") {
		view["replyCount"] = min(one.replyCount(), 1)
	}
	if c.is("message-is-encoded-twice") {
		once, _ := json.Marshal(object{"data": view})
		twice, _ := json.Marshal(string(once))
		return &answer{status: 200, header: http.Header{"Content-Type": {"application/json"}}, content: twice}, nil
	}
	return ok(view), nil
}

func editMessage(c *call) (*answer, error) {
	one, err := c.message()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	text, attachments := b.text("text", 1, 2000), c.attachmentsIn(b)
	if err := b.err(); err != nil {
		return nil, err
	}
	if c.cannotStore(text) {
		return nil, errors.New("value too long for a column")
	}
	if b.has("text") {
		one.text = c.stored(text)
		if !c.is("edited-message-keeps-mentions") {
			one.mentions = mentionsIn(one.text)
		}
	}
	before := one.attachments
	if b.has("attachments") {
		one.attachments = attachments
	}
	moment := time.Now()
	one.editedAt = &moment
	if c.is("edited-reply-becomes-system-message") && one.replyTo != nil {
		one.kind = "system"
	}
	view := one.view()
	if c.is("last-attachment-cannot-be-removed") && len(one.attachments) == 0 {
		one.attachments = before
	}
	return ok(view), nil
}

func deleteMessage(c *call) (*answer, error) {
	one, err := c.message()
	if err != nil {
		return nil, err
	}
	in := one.channel
	if one.replyTo != nil && c.is("reply-count-counts-deleted") {
		in.lose(*one.replyTo)
	}
	if one.replyTo != nil && c.is("replies-after-deleted-one-vanish") {
		in.cut(*one.replyTo, one.number)
	}
	if c.is("attachments-outlive-message") {
		in.orphans = append(in.orphans, one.attachments...)
	}
	if c.is("message-count-keeps-deleted") {
		in.deleted++
	}
	if one.isUnread && !c.is("deleted-message-stays-unread") {
		in.unread--
	}
	in.messages = without(in.messages, one.id)
	c.tell("messageDeleted", one)
	return noContent(), nil
}

func listReplies(c *call) (*answer, error) {
	one, err := c.message()
	if err != nil {
		return nil, err
	}
	found := []*message{}
	for _, other := range one.channel.messages {
		if other.replyTo == nil || *other.replyTo != one.id {
			continue
		}
		if end, cut := one.channel.ends[one.id]; cut && other.number > end {
			continue
		}
		found = append(found, other)
	}
	result, err := list(c, found)
	if err == nil && c.is("replies-under-wrong-key") {
		result.page["key"] = "messages"
	}
	return result, err
}

func getAttachment(c *call) (*answer, error) {
	channels := c.account.channels
	if c.is("attachment-of-other-account-is-read") {
		channels = nil
		for _, one := range c.accounts {
			channels = append(channels, one.channels...)
		}
	}
	for _, in := range channels {
		for _, one := range in.messages {
			if found := byID(one.attachments, c.path["attachmentId"]); found != nil {
				return ok(found.view()), nil
			}
		}
		if found := byID(in.orphans, c.path["attachmentId"]); found != nil {
			return ok(found.view()), nil
		}
	}
	return nil, notFound("attachment")
}
