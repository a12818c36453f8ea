package main

import (
	"errors"
	"strings"
)

type channel struct {
	record
	name     string
	topic    *string
	muted    bool
	locked   bool
	unread   int
	messages []*message

	// Only faults fill these: deleted replies that still count, where replies end, attachments of deleted messages.
	lostReplies map[string]int
	deleted     int
	ends        map[string]int
	orphans     []*attachment
}

func (h *channel) lose(message string) {
	if h.lostReplies == nil {
		h.lostReplies = map[string]int{}
	}
	h.lostReplies[message]++
}

func (h *channel) cut(message string, number int) {
	if h.ends == nil {
		h.ends = map[string]int{}
	}
	h.ends[message] = number
}

func (h *channel) view() object {
	return object{
		"id": h.id, "name": h.name, "topic": h.topic, "muted": h.muted, "locked": h.locked, "unreadCount": h.unread,
		"messageCount": len(h.messages) + h.deleted, "createdAt": timeText(h.createdAt),
	}
}

func (s *service) addChannels() {
	s.add("GET", "/channels", listChannels)
	s.add("POST", "/channels", createChannel)
	s.add("GET", "/channels/{channelId}", getChannel)
	s.add("PATCH", "/channels/{channelId}", updateChannel)
	s.add("DELETE", "/channels/{channelId}", deleteChannel)
	s.add("POST", "/channels/{channelId}/read", readChannel)
	s.add("GET", "/unread", getUnread)
	s.add("GET", "/channels/{channelId}/messages", listMessages)
	s.add("POST", "/channels/{channelId}/messages", postMessage)
	s.add("GET", "/channels/{channelId}/messages/{messageId}", getMessage)
	s.add("PATCH", "/channels/{channelId}/messages/{messageId}", editMessage)
	s.add("DELETE", "/channels/{channelId}/messages/{messageId}", deleteMessage)
	s.add("GET", "/channels/{channelId}/messages/{messageId}/replies", listReplies)
	s.add("GET", "/attachments/{attachmentId}", getAttachment)
}

func listChannels(c *call) (*answer, error) {
	wanted, err := c.oneOf("muted", "true", "false")
	if err != nil {
		return nil, err
	}
	if wanted == "false" && c.is("false-is-read-as-true") {
		wanted = "true"
	}
	found := []*channel{}
	for _, one := range c.account.channels {
		if wanted == "" || one.muted == (wanted == "true") {
			found = append(found, one)
		}
	}
	if c.is("listed-channel-squares-count") {
		crowded := []crowdedChannel{}
		for _, one := range found {
			crowded = append(crowded, crowdedChannel{one})
		}
		return list(c, crowded)
	}
	return list(c, found)
}

// crowdedChannel is a channel in a list of the fault that counts each message as often as there are messages.
type crowdedChannel struct{ *channel }

func (h crowdedChannel) view() object {
	view := h.channel.view()
	view["messageCount"] = len(h.messages) * len(h.messages)
	return view
}

func createChannel(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("name")
	made := &channel{name: b.text("name", 1, 80), topic: b.nullable("topic", 0, 250), muted: b.boolean("muted")}
	made.locked = b.boolean("locked")
	if err := b.err(); err != nil {
		return nil, err
	}
	made.record = c.account.newRecord("chn")
	c.account.channels = append(c.account.channels, made)
	if b.has("topic") && made.topic == nil && c.is("null-topic-is-kept-and-500") {
		return nil, errors.New("null has no code")
	}
	result := created(made.view(), "/channels/"+made.id)
	if c.is("creation-is-200") {
		result.status = 200
	}
	return result, nil
}

func (c *call) channel() (*channel, error) {
	if one := byID(c.account.channels, c.path["channelId"]); one != nil {
		return one, nil
	}
	return nil, notFound("channel")
}

func getChannel(c *call) (*answer, error) {
	one, err := c.channel()
	if err != nil {
		return nil, err
	}
	view := one.view()
	if c.is("single-channel-counts-no-messages") {
		view["messageCount"] = 0
	}
	return ok(view), nil
}

func updateChannel(c *call) (*answer, error) {
	one, err := c.channel()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	name, topic, muted, locked := b.text("name", 1, 80), b.nullable("topic", 0, 250), b.boolean("muted"), b.boolean("locked")
	if err := b.err(); err != nil {
		return nil, err
	}
	if c.is("channel-update-crashes-without-topic") && b.has("name") && !b.has("topic") {
		panic("topic")
	}
	before := *one
	if b.has("name") {
		one.name = name
		if c.is("changed-name-has-entities") {
			one.name = entities.Replace(name)
		}
	}
	clears := topic == nil || *topic == ""
	if b.has("topic") && !(clears && c.is("topic-cannot-be-cleared")) {
		one.topic = topic
	}
	if muted || b.has("muted") && !c.is("unmuting-is-ignored") {
		one.muted = muted
	}
	if b.has("locked") {
		one.locked = locked
	}
	if one.isLike(&before) && c.is("unchanged-channel-is-not-found") {
		return nil, notFound("channel")
	}
	view := one.view()
	if c.is("change-answers-unsent-as-empty") {
		for name, empty := range (object{"name": "", "topic": "", "muted": false, "locked": false}) {
			if !b.has(name) {
				view[name] = empty
			}
		}
	}
	return ok(view), nil
}

// isLike is true if nothing that callers decide of two channels differs.
func (h *channel) isLike(other *channel) bool {
	return h.name == other.name && sameText(h.topic, other.topic) && h.muted == other.muted && h.locked == other.locked
}

// entities are what HTML has for some characters.
var entities = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "'", "&#x27;", "<", "&lt;", ">", "&gt;", "/", "&#x2F;")

func deleteChannel(c *call) (*answer, error) {
	one, err := c.channel()
	if err != nil {
		return nil, err
	}
	c.account.channels = without(c.account.channels, one.id)
	if c.is("unread-counts-deleted-channels") {
		c.account.lostUnread += one.unread
	}
	if c.is("deleting-channel-empties-others") {
		for _, other := range c.account.channels {
			other.messages = nil
		}
	}
	return noContent(), nil
}

func readChannel(c *call) (*answer, error) {
	one, err := c.channel()
	if err != nil && c.is("unknown-channel-read-crashes") {
		return nil, errors.New("there is no channel to read")
	}
	if err != nil {
		return nil, err
	}
	one.read()
	if c.is("reading-one-channel-reads-all") {
		for _, other := range c.account.channels {
			other.read()
		}
	}
	return ok(one.view()), nil
}

// read marks all messages of a channel as read.
func (h *channel) read() {
	h.unread = 0
	for _, one := range h.messages {
		one.isUnread = false
	}
}

func getUnread(c *call) (*answer, error) {
	count := c.account.lostUnread
	for _, one := range c.account.channels {
		count += one.unread
	}
	return ok(object{"unreadCount": count}), nil
}
