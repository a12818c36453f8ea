package main

import (
	"encoding/json"
	"errors"
	"maps"
	"mime"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// productChange reads a change of a product in any of its three media types, as the members to set.
func (c *call) productChange(one *product) (*body, error) {
	media, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if err != nil || media != "application/merge-patch+json" && media != "application/json-patch+json" {
		return c.body()
	}
	text, err := c.octets()
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var value any
	if !utf8.Valid(text) || decoder.Decode(&value) != nil || decoder.More() {
		return nil, refuse(400, "malformedBody", "The body is not JSON.")
	}
	if media == "application/json-patch+json" {
		return c.patchedProduct(one, value)
	}
	members, isObject := value.(object)
	if !isObject {
		return nil, refuse(400, "malformedBody", "The body is not a JSON object.")
	}
	if changes, isObject := members["attributes"].(object); isObject {
		members["attributes"] = c.merged(one.attributes, changes)
	}
	return &body{members: members}, nil
}

// merged is what a merge patch makes of texts: null removes one.
func (c *call) merged(texts map[string]string, changes object) object {
	merged := object{}
	for key, text := range texts {
		merged[key] = text
	}
	for key, value := range changes {
		if value != nil {
			merged[key] = value
		} else if !c.is("merge-null-keeps-attribute") {
			delete(merged, key)
		}
	}
	return merged
}

// changeable are the members of a product that a JSON Patch may change.
var changeable = []string{"name", "unitPrice", "stock", "description", "tags", "attributes"}

// patchedProduct applies a JSON Patch to what a client reads of a product.
func (c *call) patchedProduct(one *product, value any) (*body, error) {
	operations, isArray := value.([]any)
	if !isArray {
		return nil, refuse(400, "malformedBody", "The body is not an array of operations.")
	}
	before := plain(one.view())
	var after any = plain(one.view())
	for i, operation := range operations {
		members, isObject := operation.(object)
		if !isObject {
			return nil, invalid("/"+strconv.Itoa(i), "It must be an operation.")
		}
		if (members["op"] == "add" || members["op"] == "remove") && c.is("patch-ignores-add-and-remove") {
			continue
		}
		if _, given := members["value"]; !given && members["op"] == "remove" && c.is("remove-needs-value") {
			return nil, errors.New("there is no value")
		}
		next, err := apply(after, &body{members: members, prefix: "/" + strconv.Itoa(i)})
		if err != nil {
			if patched, isObject := after.(object); isObject && c.is("failed-patch-is-half-done") {
				_ = c.changeProduct(one, &body{members: only(patched, changeable)})
			}
			return nil, err
		}
		after = next
	}
	patched, isObject := after.(object)
	if !isObject {
		return nil, invalid("", "A product must stay an object.")
	}
	b := &body{members: patched}
	for name := range patched {
		if _, known := before[name]; !known {
			b.complain(escapeToken(name), "Products have no such member.")
		}
	}
	for _, name := range productMembers {
		if !slices.Contains(changeable, name) && !reflect.DeepEqual(before[name], patched[name]) {
			b.complain(name, "It cannot be changed.")
		}
	}
	b.require("name", "unitPrice", "stock")
	if err := b.err(); err != nil {
		return nil, err
	}
	b.members = only(patched, changeable)
	for name, empty := range (object{"description": nil, "tags": []any{}, "attributes": object{}}) {
		if !b.has(name) {
			b.members[name] = empty
		}
	}
	return b, nil
}

func only(members object, names []string) object {
	chosen := object{}
	for _, name := range names {
		if value, given := members[name]; given {
			chosen[name] = value
		}
	}
	return chosen
}

// plain is a value as JSON has it.
func plain(view object) (members object) {
	text, _ := json.Marshal(view)
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	_ = decoder.Decode(&members)
	return members
}

func escapeToken(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

func pathOf(b *body, name string) []string {
	text, wrong := b.text(name, 0, 1000), len(b.wrong)
	if text == "" {
		return nil
	}
	if !strings.HasPrefix(text, "/") && wrong == len(b.wrong) {
		b.complain(name, "It must be a JSON Pointer.")
	}
	tokens := strings.Split(text, "/")[1:]
	for i, token := range tokens {
		tokens[i] = unescape.Replace(token)
	}
	return tokens
}

func cannotApply() error { return conflict("The patch cannot be applied to the product as it is.") }

// apply answers what one operation of RFC 6902 makes of a value, which it leaves as it is.
func apply(value any, b *body) (any, error) {
	b.require("op", "path")
	name, path, from := b.text("op", 1, 10), pathOf(b, "path"), pathOf(b, "from")
	switch name {
	case "add", "replace", "test":
		b.require("value")
	case "move", "copy":
		b.require("from")
	case "remove":
	default:
		b.complain("op", "It must be one of add, remove, replace, move, copy, test.")
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	given := b.members["value"]
	switch name {
	case "test":
		found, there := lookUp(value, path)
		if !there || !same(found, given) {
			return nil, cannotApply()
		}
		return value, nil
	case "add":
		return put(value, path, given, false)
	case "replace":
		return put(value, path, given, true)
	case "remove":
		return remove(value, path)
	}
	moved, there := lookUp(value, from)
	if !there {
		return nil, cannotApply()
	}
	if name == "copy" {
		return put(value, path, moved, false)
	}
	if len(path) > len(from) && slices.Equal(path[:len(from)], from) {
		return nil, cannotApply()
	}
	rest, err := remove(value, from)
	if err != nil {
		return nil, err
	}
	return put(rest, path, moved, false)
}

// same compares numbers by their values.
func same(one, other any) bool {
	left, leftIsNumber := one.(json.Number)
	right, rightIsNumber := other.(json.Number)
	if leftIsNumber && rightIsNumber {
		leftValue, _ := left.Float64()
		rightValue, _ := right.Float64()
		return leftValue == rightValue
	}
	return reflect.DeepEqual(one, other)
}

// indexOf reads the index of an array's item, below a limit.
func indexOf(token string, limit int) (int, bool) {
	index, err := strconv.Atoi(token)
	return index, err == nil && strconv.Itoa(index) == token && index >= 0 && index < limit
}

func lookUp(value any, path []string) (any, bool) {
	for _, token := range path {
		switch within := value.(type) {
		case object:
			member, there := within[token]
			if !there {
				return nil, false
			}
			value = member
		case []any:
			index, there := indexOf(token, len(within))
			if !there {
				return nil, false
			}
			value = within[index]
		default:
			return nil, false
		}
	}
	return value, true
}

// put adds a value, or replaces the one that must be there.
func put(value any, path []string, given any, replaces bool) (any, error) {
	if len(path) == 0 {
		return given, nil
	}
	token, rest := path[0], path[1:]
	switch within := value.(type) {
	case object:
		member, there := within[token]
		if !there && (replaces || len(rest) > 0) {
			return nil, cannotApply()
		}
		changed, err := put(member, rest, given, replaces)
		if err != nil {
			return nil, err
		}
		copied := maps.Clone(within)
		copied[token] = changed
		return copied, nil
	case []any:
		if len(rest) == 0 && !replaces {
			if token == "-" {
				return append(slices.Clone(within), given), nil
			}
			index, there := indexOf(token, len(within)+1)
			if !there {
				return nil, cannotApply()
			}
			return slices.Insert(slices.Clone(within), index, given), nil
		}
		index, there := indexOf(token, len(within))
		if !there {
			return nil, cannotApply()
		}
		changed, err := put(within[index], rest, given, replaces)
		if err != nil {
			return nil, err
		}
		copied := slices.Clone(within)
		copied[index] = changed
		return copied, nil
	}
	return nil, cannotApply()
}

func remove(value any, path []string) (any, error) {
	if len(path) == 0 {
		return nil, nil
	}
	token, rest := path[0], path[1:]
	switch within := value.(type) {
	case object:
		member, there := within[token]
		if !there {
			return nil, cannotApply()
		}
		copied := maps.Clone(within)
		if len(rest) == 0 {
			delete(copied, token)
			return copied, nil
		}
		changed, err := remove(member, rest)
		copied[token] = changed
		return copied, err
	case []any:
		index, there := indexOf(token, len(within))
		if !there {
			return nil, cannotApply()
		}
		copied := slices.Clone(within)
		if len(rest) == 0 {
			return slices.Delete(copied, index, index+1), nil
		}
		changed, err := remove(within[index], rest)
		copied[index] = changed
		return copied, err
	}
	return nil, cannotApply()
}
