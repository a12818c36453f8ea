package main

import (
	"errors"
	"slices"
	"strings"
)

// dueInvoice is an invoice at its place in a list that is sorted by when invoices are due.
type dueInvoice struct {
	listedInvoice
	rank int
}

func (i dueInvoice) place() int { return i.rank }

// byDue sorts invoices by when they are due; those that are never due come last.
func (c *call) byDue(invoices []listedInvoice, key string) ([]dueInvoice, error) {
	undue := 1
	if c.is("undue-invoices-come-first") {
		undue = -1
	}
	slices.SortStableFunc(invoices, func(one, other listedInvoice) int {
		switch {
		case one.dueOn == nil && other.dueOn == nil:
			return 0
		case one.dueOn == nil:
			return undue
		case other.dueOn == nil:
			return -undue
		case key == "-dueOn":
			return strings.Compare(*other.dueOn, *one.dueOn)
		}
		return strings.Compare(*one.dueOn, *other.dueOn)
	})
	inOrder := []dueInvoice{}
	for i, one := range invoices {
		inOrder = append(inOrder, dueInvoice{one, i + 1})
	}
	after, err := c.cursor()
	if err != nil {
		return nil, err
	}
	if after > 0 && after <= len(inOrder) && inOrder[after-1].dueOn == nil && c.is("cursor-without-due-date-crashes") {
		return nil, errors.New("a cursor has null")
	}
	return inOrder, nil
}

// totalOf counts the invoices that the filters leave, if there are any.
func (c *call) totalOf(found []listedInvoice, isFiltered bool) int {
	switch {
	case c.is("total-ignores-filters"):
		return len(c.account.invoices)
	case c.is("total-shrinks-on-later-pages"):
		return c.countAfterCursor(found)
	case isFiltered && c.is("filtered-total-is-at-most-limit"):
		limit, _ := c.whole("limit", 1, 100, 20)
		return min(len(found), limit)
	}
	return len(found)
}

// countAfterCursor counts the invoices of a list from the cursor on.
func (c *call) countAfterCursor(found []listedInvoice) int {
	after, _ := c.cursor()
	if _, sorted := c.query("sort"); sorted {
		return max(0, len(found)-after)
	}
	return len(found) - len(placesUpTo(found, after))
}

// pageOfInvoices is a page of a list of invoices, sorted if the caller wants it.
func (c *call) pageOfInvoices(found []listedInvoice) (*answer, error) {
	key, err := c.oneOf("sort", "dueOn", "-dueOn")
	if err != nil {
		return nil, err
	}
	if key == "" {
		return list(c, found)
	}
	inOrder, err := c.byDue(found, key)
	if err != nil {
		return nil, err
	}
	return list(c, inOrder)
}
