package main

import (
	"errors"
	"slices"
	"strings"
)

// quote is an offer to a customer, who accepts it or not.
type quote struct {
	record
	customer string
	amount   int
	status   string
}

func (q *quote) view() object {
	return object{"id": q.id, "customer": q.customer, "amount": q.amount, "status": q.status, "createdAt": timeText(q.createdAt)}
}

func (s *service) addQuotes() {
	s.add("GET", "/quotes", listQuotes)
	s.add("POST", "/quotes", createQuote)
	s.add("GET", "/quotes/{quoteId}", getQuote)
	s.add("POST", "/quotes/{quoteId}", actOnQuote)
}

func listQuotes(c *call) (*answer, error) {
	status, err := c.oneOf("status", "open", "accepted", "cancelled")
	if err != nil {
		return nil, err
	}
	found := []*quote{}
	for _, one := range c.account.quotes {
		if status == "" || one.status == status {
			found = append(found, one)
		}
	}
	if c.is("quotes-are-listed-by-id") {
		return list(c, inOrderOfIDs(found))
	}
	return list(c, found)
}

// scatteredQuote is a quote at its place in a list of the fault that sorts quotes by their ids.
type scatteredQuote struct {
	*quote
	rank int
}

func (q scatteredQuote) place() int { return q.rank }

func inOrderOfIDs(quotes []*quote) []scatteredQuote {
	slices.SortFunc(quotes, func(one, other *quote) int { return strings.Compare(one.id, other.id) })
	scattered := []scatteredQuote{}
	for i, one := range quotes {
		scattered = append(scattered, scatteredQuote{one, i + 1})
	}
	return scattered
}

func createQuote(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("customer", "amount")
	made := &quote{customer: b.text("customer", 1, 120), amount: b.number("amount", 1, 100_000_000), status: "open"}
	if err := b.err(); err != nil {
		if b.has("customer") && b.has("amount") && c.is("wrong-values-of-quote-crash") {
			return nil, errors.New("the transaction could not be committed")
		}
		return nil, err
	}
	made.record = c.account.newRecord("quo")
	c.account.quotes = append(c.account.quotes, made)
	return created(made.view(), "/quotes/"+made.id), nil
}

func (c *call) quote() (*quote, error) {
	if one := byID(c.account.quotes, c.path["quoteId"]); one != nil {
		return one, nil
	}
	return nil, notFound("quote")
}

func getQuote(c *call) (*answer, error) {
	one, err := c.quote()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

// quoteActions are what can be done with an open quote, and what it is then.
var quoteActions = map[string]string{"accept": "accepted", "cancel": "cancelled"}

func actOnQuote(c *call) (*answer, error) {
	one, err := c.quote()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("action")
	action := b.text("action", 1, 20)
	status, known := quoteActions[action]
	if !known && len(b.wrong) == 0 {
		b.complain("action", "It must be accept or cancel.")
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	if one.status != "open" {
		return nil, conflict("The quote is not open any more.")
	}
	one.status = status
	if status == "cancelled" && c.is("cancelled-quote-is-bad-request") {
		return nil, refuse(400, "badRequest", "This quote has been cancelled.")
	}
	return ok(one.view()), nil
}
