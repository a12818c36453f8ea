package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// shelf is a place in a warehouse.
type shelf struct {
	record
	code     string
	room     *string
	capacity int
}

func (h *shelf) view() object {
	return object{"id": h.id, "code": h.code, "room": h.room, "capacity": h.capacity, "createdAt": timeText(h.createdAt)}
}

func (s *service) addShelves() {
	s.add("GET", "/shelves", listShelves)
	s.add("POST", "/shelves", createShelf)
	s.add("GET", "/shelves/{shelfId}", getShelf)
	s.add("PUT", "/shelves/{shelfId}", replaceShelf)
	s.add("DELETE", "/shelves/{shelfId}", deleteShelf)
}

func listShelves(c *call) (*answer, error) {
	offset, err := c.whole("offset", 0, 1_000_000, 0)
	if err != nil {
		return nil, err
	}
	limit, err := c.whole("limit", 1, 100, 20)
	if err != nil {
		return nil, err
	}
	room, filtered := c.query("room")
	found := []object{}
	for _, one := range c.account.shelves {
		if !filtered || one.room != nil && *one.room == room {
			found = append(found, one.view())
		}
	}
	total, first := len(found), offset
	if c.is("offset-has-no-effect") {
		first = 0
	}
	data := found[min(first, total):min(first+limit, total)]
	if offset > 0 && c.is("offset-serves-all-shelves") {
		data = found
	}
	if c.is("offset-widens-page") {
		data = found[:min(first+limit, total)]
	}
	links := object{"previous": nil, "next": nil, "last": c.offsetLink(c.lastOffset(offset, limit, total))}
	if offset > 0 {
		links["previous"] = c.offsetLink(max(0, offset-limit))
	}
	if offset+limit < total {
		links["next"] = c.offsetLink(offset + limit)
	}
	if offset >= total && c.is("total-is-0-past-the-end") {
		total = 0
	}
	return &answer{status: 200, data: data, links: links, total: total}, nil
}

// lastOffset is that of the last page which has items, if pages follow each other from the offset.
func (c *call) lastOffset(offset, limit, total int) int {
	start := offset % limit
	if total <= start {
		return 0
	}
	if c.is("last-offset-is-past-the-end") {
		return start + (total-start)/limit*limit
	}
	return start + (total-start-1)/limit*limit
}

func (c *call) offsetLink(offset int) string {
	query := c.request.URL.Query()
	query.Set("offset", strconv.Itoa(offset))
	path := c.request.URL.Path
	if c.request.URL.RawQuery != "" && c.is("links-begin-query-twice") {
		path = c.request.URL.RequestURI()
	}
	if room := query.Get("room"); query.Has("room") && c.is("room-in-links-is-not-escaped") {
		query.Del("room")
		return path + "?" + query.Encode() + "&room=" + room
	}
	return path + "?" + query.Encode()
}

// shelfIn reads what a caller decides of a shelf, whose code no other shelf may have.
func (c *call) shelfIn(b *body, id string) (*shelf, error) {
	b.require("code", "capacity")
	read := &shelf{code: b.text("code", 1, 20), room: b.nullable("room", 1, 60), capacity: b.number("capacity", 1, 1000)}
	if err := b.err(); err != nil {
		return nil, err
	}
	if id == "" && slices.Contains(c.account.lostCodes, strings.ToLower(read.code)) {
		return nil, conflict("Another shelf has this code.")
	}
	for _, other := range c.account.shelves {
		if id == "" && other.code != read.code && c.is("shelf-code-minds-case") {
			continue
		}
		if other.id != id && strings.EqualFold(other.code, read.code) {
			if c.is("taken-code-crashes") {
				return nil, errors.New("a key is there twice")
			}
			return nil, conflict("Another shelf has this code.")
		}
	}
	return read, nil
}

func createShelf(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	made, err := c.shelfIn(b, "")
	if err != nil {
		return nil, err
	}
	made.record = c.account.newRecord("shf")
	c.account.shelves = append(c.account.shelves, made)
	return created(made.view(), "/shelves/"+made.id), nil
}

func (c *call) shelf() (*shelf, error) {
	if one := byID(c.account.shelves, c.path["shelfId"]); one != nil {
		return one, nil
	}
	return nil, notFound("shelf")
}

func getShelf(c *call) (*answer, error) {
	one, err := c.shelf()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

func replaceShelf(c *call) (*answer, error) {
	one, err := c.shelf()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("room")
	read, err := c.shelfIn(b, one.id)
	if err != nil {
		return nil, err
	}
	if b.members["id"] == one.id && c.is("own-id-in-replacement-is-conflict") {
		return nil, conflict("The key exists already.")
	}
	one.code, one.room, one.capacity = read.code, read.room, read.capacity
	return ok(one.view()), nil
}

func deleteShelf(c *call) (*answer, error) {
	one, err := c.shelf()
	if err != nil {
		return nil, err
	}
	c.account.shelves = without(c.account.shelves, one.id)
	if c.is("code-of-removed-shelf-stays-taken") {
		c.account.lostCodes = append(c.account.lostCodes, strings.ToLower(one.code))
	}
	return noContent(), nil
}
