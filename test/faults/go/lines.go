package main

import (
	"errors"
	"slices"
	"time"
)

type line struct {
	record
	product  string
	name     string
	price    int
	quantity int
	total    int
}

func (l *line) view() object {
	return object{
		"id": l.id, "productId": l.product, "name": l.name, "unitPrice": l.price, "quantity": l.quantity, "lineTotal": l.total,
	}
}

func (c *call) linesIn(b *body) []*line {
	lines := []*line{}
	for _, part := range b.list("lines", 50) {
		if c.is("problem-names-first-line") {
			part.prefix = "/lines/0"
		}
		part.require("productId", "quantity")
		least := 1
		if c.is("negative-quantity-is-taken") {
			least = -1000
		}
		id, quantity := part.text("productId", 1, 40), part.number("quantity", least, 1000)
		sold := byID(c.account.products, id)
		if sold == nil && len(part.wrong) == 0 {
			part.complain("productId", "There is no such product.")
		}
		b.absorb(part)
		if sold != nil {
			made := &line{product: sold.id, name: sold.name, price: sold.price, quantity: quantity, total: sold.price * quantity}
			made.record = c.account.newRecord("lin")
			lines = append(lines, made)
		}
	}
	return lines
}

// otherProduct fails, with a fault, if lines have a product that an order with other lines does not have.
func (c *call) otherProduct(of *order, lines []*line) error {
	if len(of.lines) == 0 || !c.is("other-product-in-order-crashes") {
		return nil
	}
	for _, one := range lines {
		if !slices.ContainsFunc(of.lines, func(before *line) bool { return before.product == one.product }) {
			return errors.New("there are no pending entries")
		}
	}
	return nil
}

// removeLine takes a line out of an order that is not completed or cancelled. What it took goes back into the stock.
func removeLine(c *call) (*answer, error) {
	in, err := c.order()
	if err != nil {
		return nil, err
	}
	one := byID(in.lines, c.path["lineId"])
	if one == nil {
		return nil, notFound("line")
	}
	if in.status != "draft" && in.status != "placed" {
		return nil, conflict("The order is cancelled or completed already.")
	}
	if in.status == "placed" && !c.is("removed-line-is-not-restocked") {
		byID(c.account.products, one.product).stock += one.quantity
	}
	in.lines, in.updatedAt = without(in.lines, one.id), time.Now()
	return noContent(), nil
}
