package main

import (
	"slices"
	"time"
)

// lot is a quantity of a product that came together and lies at one place.
type lot struct {
	record
	where    string
	quantity int
}

func (l *lot) view() object {
	return object{"id": l.id, "place": l.where, "quantity": l.quantity, "createdAt": timeText(l.createdAt)}
}

func listLots(c *call) (*answer, error) {
	of, err := c.product()
	if err != nil && c.is("lots-of-nothing-are-null") {
		return &answer{status: 200, page: object{"nextCursor": nil, "next": nil}}, nil
	}
	if err != nil {
		return nil, err
	}
	lots := of.lots
	if c.is("lots-of-other-account-listed") {
		lots = c.lotsBeside(of)
	}
	return list(c, lots)
}

// lotsBeside are the lots of a product and those of all other accounts.
func (c *call) lotsBeside(of *product) []*lot {
	lots := slices.Clone(of.lots)
	for _, other := range c.accounts {
		for _, one := range other.products {
			if other != c.account {
				lots = append(lots, one.lots...)
			}
		}
	}
	slices.SortFunc(lots, func(one, other *lot) int { return one.number - other.number })
	return lots
}

func createLot(c *call) (*answer, error) {
	of, err := c.product()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("place", "quantity")
	made := &lot{where: b.text("place", 1, 60), quantity: b.number("quantity", 1, 100_000)}
	if err := b.err(); err != nil {
		return nil, err
	}
	made.record = c.account.newRecord("lot")
	of.lots = append(of.lots, made)
	location := "/products/" + of.id + "/lots/" + made.id
	if c.is("location-of-lot-is-product") {
		location = "/products/" + of.id
	}
	return created(made.view(), location), nil
}

func (c *call) lot() (*product, *lot, error) {
	of, err := c.product()
	if err != nil {
		return nil, nil, err
	}
	if one := byID(of.lots, c.path["lotId"]); one != nil {
		return of, one, nil
	}
	if c.is("lot-read-below-other-product") {
		for _, other := range c.account.products {
			if one := byID(other.lots, c.path["lotId"]); one != nil {
				return other, one, nil
			}
		}
	}
	return nil, nil, notFound("lot")
}

func getLot(c *call) (*answer, error) {
	_, one, err := c.lot()
	if err != nil {
		return nil, err
	}
	view := one.view()
	if c.is("single-lot-has-zero-time") {
		view["createdAt"] = timeText(time.Time{})
	}
	return ok(view), nil
}

func deleteLot(c *call) (*answer, error) {
	of, one, err := c.lot()
	if err != nil && c.is("unknown-lot-is-deleted") {
		return noContent(), nil
	}
	if err != nil {
		return nil, err
	}
	of.lots = without(of.lots, one.id)
	return noContent(), nil
}
