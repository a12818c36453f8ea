package main

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var country = regexp.MustCompile(`^[A-Z]{2}$`)
var postcode = regexp.MustCompile(`^[0-9A-Z]{3,10}$`)
var numeral = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// contact is somebody in the address book. Its id is a number, which no other contact of any account has.
type contact struct {
	record
	serial                  int
	name, country, postcode string
	archivedAt              *time.Time

	// Only a fault sets this: texts that look like numbers are numbers.
	hasNumbers bool
}

func (k *contact) view() object {
	view := object{
		"id": k.serial, "name": k.text(k.name), "country": k.country, "postcode": k.text(k.postcode),
		"archivedAt": nil, "createdAt": timeText(k.createdAt),
	}
	if k.archivedAt != nil {
		view["archivedAt"] = timeText(*k.archivedAt)
	}
	return view
}

func (k *contact) text(text string) any {
	if number, err := strconv.ParseFloat(text, 64); err == nil && k.hasNumbers && numeral.MatchString(text) {
		return number
	}
	return text
}

func (s *service) addContacts() {
	s.add("GET", "/contacts", listContacts)
	s.add("POST", "/contacts", createContact)
	s.add("GET", "/contacts/{contactId}", getContact)
	s.add("PATCH", "/contacts/{contactId}", updateContact)
	s.add("DELETE", "/contacts/{contactId}", deleteContact)
	s.add("POST", "/contacts/{contactId}/archive", archiveContact)
}

// whole is an integer of the query, or what it is without the parameter.
func (c *call) whole(name string, least, most, without int) (int, error) {
	text, given := c.query(name)
	if !given {
		return without, nil
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < least || number > most {
		return 0, invalid("?"+name, "It must be an integer from "+strconv.Itoa(least)+" to "+strconv.Itoa(most)+".")
	}
	return number, nil
}

func listContacts(c *call) (*answer, error) {
	wanted, filtered := c.query("country")
	if filtered && !country.MatchString(wanted) {
		return nil, invalid("?country", "It must be two capital letters.")
	}
	archived, err := c.oneOf("archived", "true", "false")
	if err != nil {
		return nil, err
	}
	page, err := c.whole("page", 1, 100_000, 1)
	if err != nil {
		return nil, err
	}
	size, err := c.whole("perPage", 1, 100, 20)
	if err != nil {
		return nil, err
	}
	found := []object{}
	for _, one := range c.account.contacts {
		if (!filtered || one.country == wanted) && (archived == "" || (one.archivedAt != nil) == (archived == "true")) {
			found = append(found, one.view())
		}
	}
	total := len(found)
	if c.is("contacts-come-all-at-once") {
		return ok(found), nil
	}
	first, end := min((page-1)*size, total), min(page*size, total)
	if c.is("last-page-counts-all-contacts") {
		total = len(c.account.contacts)
	}
	last := max(1, (total+size-1)/size)
	if c.is("last-page-is-always-first") {
		last = 1
	}
	links := c.pageLinks(page, last, end < len(found))
	if c.is("every-page-has-first-contacts") {
		first, end = 0, min(size, len(found))
	}
	return &answer{status: 200, data: found[first:end], header: http.Header{"Link": {links}}}, nil
}

// pageLinks are the links of RFC 8288 from one page of a list to others.
func (c *call) pageLinks(page, last int, more bool) string {
	_, paged := c.query("page")
	stays := paged && c.is("next-page-is-this-page")
	links := []string{}
	link := func(relation string, number int) {
		query := c.request.URL.Query()
		if stays && (relation == "prev" || relation == "next") {
			number = page
		}
		query.Set("page", strconv.Itoa(number))
		links = append(links, "<"+c.request.URL.Path+"?"+query.Encode()+`>; rel="`+relation+`"`)
	}
	link("first", 1)
	if page > 1 {
		link("prev", min(page-1, last))
	}
	if more {
		link("next", page+1)
	}
	link("last", last)
	return strings.Join(links, ", ")
}

// contactIn reads what a caller decides of a contact; absent members are empty.
func contactIn(b *body) *contact {
	read := &contact{name: b.text("name", 1, 120), country: b.text("country", 2, 2), postcode: b.text("postcode", 3, 10)}
	if len(b.wrong) == 0 && b.has("country") && !country.MatchString(read.country) {
		b.complain("country", "It must be two capital letters.")
	}
	if len(b.wrong) == 0 && b.has("postcode") && !postcode.MatchString(read.postcode) {
		b.complain("postcode", "It must have capital letters and digits only.")
	}
	return read
}

func createContact(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("name", "country", "postcode")
	made := contactIn(b)
	if err := b.err(); err != nil {
		return nil, err
	}
	made.hasNumbers = c.is("digits-become-numbers")
	made.record = c.account.newRecord("ctc")
	made.serial = *c.account.sequence
	made.id = strconv.Itoa(made.serial)
	c.account.contacts = append(c.account.contacts, made)
	view := made.view()
	if c.is("new-contact-has-id-as-text") {
		view["id"] = made.id
	}
	return created(view, "/contacts/"+made.id), nil
}

func (c *call) contact() (*contact, error) {
	if one := byID(c.account.contacts, c.path["contactId"]); one != nil {
		return one, nil
	}
	return nil, notFound("contact")
}

func getContact(c *call) (*answer, error) {
	one, err := c.contact()
	if err != nil {
		return nil, err
	}
	if one.serial > 127 && c.is("contact-above-127-is-not-found") {
		return nil, notFound("contact")
	}
	return ok(one.view()), nil
}

func updateContact(c *call) (*answer, error) {
	one, err := c.contact()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	read := contactIn(b)
	if b.has("archivedAt") && b.members["archivedAt"] != nil {
		b.complain("archivedAt", "It can only be null.")
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	if b.has("name") {
		one.name = read.name
	}
	if b.has("country") {
		one.country = read.country
	}
	if b.has("postcode") {
		one.postcode = read.postcode
	}
	if b.has("archivedAt") && !c.is("null-leaves-contact-archived") {
		one.archivedAt = nil
	}
	if c.is("changed-contact-is-201") {
		return created(one.view(), "/contacts/"+one.id), nil
	}
	return ok(one.view()), nil
}

func archiveContact(c *call) (*answer, error) {
	one, err := c.contact()
	if err != nil {
		return nil, err
	}
	if one.archivedAt == nil {
		moment := time.Now()
		one.archivedAt = &moment
	}
	return ok(one.view()), nil
}

func deleteContact(c *call) (*answer, error) {
	one, err := c.contact()
	if err != nil {
		return nil, err
	}
	c.account.contacts = without(c.account.contacts, one.id)
	if c.is("removed-contact-is-200") {
		return &answer{status: 200, header: http.Header{"Content-Type": {"application/json"}}, content: []byte("{}")}, nil
	}
	return noContent(), nil
}
