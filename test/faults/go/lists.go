package main

import (
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

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

// someOf are the values of a parameter that has several of a list of values, with commas between them; without it, nil.
func (c *call) someOf(name string, values ...string) ([]string, error) {
	text, given := c.query(name)
	if !given {
		return nil, nil
	}
	chosen := strings.Split(text, ",")
	for _, value := range chosen {
		if !slices.Contains(values, value) {
			return nil, invalid("?"+name, "It must have values among "+strings.Join(values, ", ")+".")
		}
	}
	return chosen, nil
}

// item is what lists consist of: the number tells its place.
type item interface {
	place() int
	view() object
}

// list answers a page of items, which come in the order of their numbers.
func list[T item](c *call, items []T) (*answer, error) {
	limit := 20
	if text, given := c.query("limit"); given {
		number, err := strconv.Atoi(text)
		if err == nil && number < 1 && c.is("limit-below-1-crashes") {
			return nil, errors.New("the limit must be positive")
		}
		if err != nil || number < 1 || number > 100 {
			return nil, invalid("?limit", "It must be an integer from 1 to 100.")
		}
		limit = number
	}
	if c.request.URL.Query().Has("q") && c.is("search-ignores-limit") {
		limit = 20
	}
	if limit == 100 && c.is("greatest-limit-gives-default") {
		limit = 20
	}
	after, err := c.cursor()
	if err != nil {
		return nil, err
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
		cursor := cursorAfter(last)
		query := c.request.URL.Query()
		if c.is("next-link-drops-filters") && strings.HasSuffix(c.request.URL.Path, "/files") {
			query = url.Values{}
		}
		query.Set("cursor", cursor)
		if c.is("next-link-leads-to-first-page") && strings.HasSuffix(c.request.URL.Path, "/messages") {
			query.Set("cursor", cursorAfter(0))
			query.Set("limit", "20")
		}
		page = object{"nextCursor": cursor, "next": c.request.URL.Path + "?" + query.Encode()}
	}
	return &answer{status: 200, data: data, page: page}, nil
}

// cursor is the place of the last item before a page; 0 before the first page.
func (c *call) cursor() (int, error) {
	text, given := c.query("cursor")
	if !given {
		return 0, nil
	}
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	number, wrong := strconv.Atoi(strings.TrimPrefix(string(decoded), "after:"))
	if err != nil || wrong != nil || !strings.HasPrefix(string(decoded), "after:") {
		return 0, invalid("?cursor", "It must be the cursor of a page.")
	}
	return number, nil
}

func cursorAfter(place int) string {
	return base64.RawURLEncoding.EncodeToString([]byte("after:" + strconv.Itoa(place)))
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
