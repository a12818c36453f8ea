package main

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"strings"
	"time"
	"unicode/utf8"
)

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

// date is the value of an optional member: a date of RFC 3339, or null.
func (b *body) date(name string) *string {
	text, wrong := b.nullable(name, 10, 10), len(b.wrong)
	if text == nil || wrong > 0 {
		return text
	}
	if _, err := time.Parse(time.DateOnly, *text); err != nil {
		b.complain(name, "It must be a date, as in 2026-03-31.")
	}
	return text
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
