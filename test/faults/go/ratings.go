package main

import "time"

// rating is what the customer thinks of an order.
type rating struct {
	stars   int
	comment *string
	ratedAt time.Time
}

func (r *rating) view() object {
	return object{"stars": r.stars, "comment": r.comment, "ratedAt": timeText(r.ratedAt)}
}

func (s *service) addRatings() {
	s.add("GET", "/orders/{orderId}/rating", getRating)
	s.add("PUT", "/orders/{orderId}/rating", putRating)
	s.add("DELETE", "/orders/{orderId}/rating", deleteRating)
}

func putRating(c *call) (*answer, error) {
	of, err := c.order()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("stars")
	read := &rating{stars: b.number("stars", 0, 10), comment: b.nullable("comment", 0, 200), ratedAt: time.Now()}
	if read.stars == 0 && b.has("stars") && len(b.wrong) == 0 && c.is("no-stars-are-refused") {
		b.complain("stars", "It is required.")
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	status := 200
	if of.rating == nil {
		status = 201
	}
	of.rating = read
	return &answer{status: status, data: read.view()}, nil
}

func (c *call) rated() (*order, error) {
	of, err := c.order()
	if err == nil && of.rating == nil {
		return nil, notFound("rating")
	}
	return of, err
}

func getRating(c *call) (*answer, error) {
	of, err := c.rated()
	if err != nil {
		return nil, err
	}
	return ok(of.rating.view()), nil
}

func deleteRating(c *call) (*answer, error) {
	of, err := c.rated()
	if err != nil {
		return nil, err
	}
	of.rating = nil
	return noContent(), nil
}
