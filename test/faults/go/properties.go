package main

import (
	"regexp"
	"time"
)

var propertyName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

// property is a value that callers keep with a file, under a name of their own.
type property struct {
	record
	value     string
	updatedAt time.Time

	// Only a fault sets this: an empty value is left out.
	hidesEmpty bool
}

func (p *property) view() object {
	view := object{"name": p.id, "value": p.value, "updatedAt": timeText(p.updatedAt)}
	if p.value == "" && p.hidesEmpty {
		delete(view, "value")
	}
	return view
}

func (s *service) addProperties() {
	s.add("GET", "/files/{fileId}/properties", listProperties)
	s.add("GET", "/files/{fileId}/properties/{name}", getProperty)
	s.add("PUT", "/files/{fileId}/properties/{name}", putProperty)
	s.add("DELETE", "/files/{fileId}/properties/{name}", deleteProperty)
}

func listProperties(c *call) (*answer, error) {
	of, err := c.file(false)
	if err != nil {
		return nil, err
	}
	return list(c, of.properties)
}

func (c *call) property() (*file, *property, error) {
	of, err := c.file(false)
	if err != nil {
		return nil, nil, err
	}
	if one := byID(of.properties, c.path["name"]); one != nil {
		return of, one, nil
	}
	return of, nil, notFound("property")
}

func getProperty(c *call) (*answer, error) {
	_, one, err := c.property()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

func putProperty(c *call) (*answer, error) {
	of, one, err := c.property()
	if of == nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("value")
	value := b.text("value", 0, 200)
	if err := b.err(); err != nil {
		return nil, err
	}
	if !propertyName.MatchString(c.path["name"]) {
		return nil, invalid("name", "It must have small letters, digits and hyphens.")
	}
	if one != nil {
		if c.is("second-put-of-property-is-452") {
			return nil, refuse(452, "exists", "This property exists already.")
		}
		one.value, one.updatedAt = value, time.Now()
		c.afterPut(of)
		return ok(one.view()), nil
	}
	made := &property{record: c.account.newRecord("prp"), value: value, hidesEmpty: c.is("empty-value-is-left-out")}
	made.id, made.updatedAt = c.path["name"], made.createdAt
	of.properties = append(of.properties, made)
	c.afterPut(of)
	return &answer{status: 201, data: made.view()}, nil
}

// afterPut does nothing without the fault.
func (c *call) afterPut(of *file) {
	if c.is("put-of-property-deletes-all") {
		of.properties = nil
	}
}

func deleteProperty(c *call) (*answer, error) {
	of, one, err := c.property()
	if err != nil {
		return nil, err
	}
	of.properties = without(of.properties, one.id)
	return noContent(), nil
}
