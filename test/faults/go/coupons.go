package main

import (
	"errors"
	"slices"
	"strings"
)

type coupon struct {
	record
	code    string
	percent int
	amount  int
	retired bool
}

func (p *coupon) view() object {
	return object{
		"id": p.id, "code": p.code, "percentOff": p.percent, "amountOff": p.amount, "retired": p.retired,
		"createdAt": timeText(p.createdAt),
	}
}

func listCoupons(c *call) (*answer, error) {
	wanted, err := c.oneOf("includeRetired", "true", "false")
	if err != nil {
		return nil, err
	}
	found := []*coupon{}
	for _, one := range c.account.coupons {
		if !one.retired || wanted == "true" || wanted == "" && c.is("retired-coupons-are-listed") {
			found = append(found, one)
		}
	}
	return list(c, found)
}

func createCoupon(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	if c.is("missing-member-crashes") && !(b.has("code") && b.has("percentOff")) {
		return nil, errors.New("null value in a column")
	}
	b.require("code", "percentOff")
	made := &coupon{code: b.text("code", 3, 30), percent: b.number("percentOff", 1, 90), amount: b.number("amountOff", 0, 1_000_000)}
	if err := b.err(); err != nil {
		return nil, err
	}
	if c.is("coupon-code-in-capitals") {
		made.code = strings.ToUpper(made.code)
	}
	if c.coupon(made.code) != nil {
		return nil, conflict("Another coupon has this code.")
	}
	made.record = c.account.newRecord("cpn")
	c.account.coupons = append(c.account.coupons, made)
	location := "/coupons/" + made.id
	if c.is("location-lacks-slash") {
		location = "/coupons" + made.id
	}
	return created(made.view(), location), nil
}

// coupon finds by code, whatever the case of its letters.
func (c *call) coupon(code string) *coupon {
	for _, one := range c.account.coupons {
		if strings.EqualFold(one.code, code) {
			return one
		}
	}
	return nil
}

func (c *call) couponAt() (*coupon, error) {
	if one := byID(c.account.coupons, c.path["couponId"]); one != nil {
		return one, nil
	}
	return nil, notFound("coupon")
}

func getCoupon(c *call) (*answer, error) {
	one, err := c.couponAt()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

// updateCoupon puts a changed coupon in the place of one, since orders keep the one that they have.
func updateCoupon(c *call) (*answer, error) {
	one, err := c.couponAt()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	if c.is("coupon-change-needs-both") {
		b.require("code", "percentOff")
	}
	code, percent, retired := b.text("code", 3, 30), b.number("percentOff", 1, 90), b.boolean("retired")
	amount := b.number("amountOff", 0, 1_000_000)
	if err := b.err(); err != nil {
		return nil, err
	}
	changed := *one
	if b.has("percentOff") {
		changed.percent = percent
	}
	if b.has("amountOff") {
		changed.amount = amount
	}
	if b.has("retired") {
		changed.retired = retired
	}
	if b.has("code") {
		other := c.coupon(code)
		if other == one && c.is("own-code-is-conflict") {
			one.percent = changed.percent
			return nil, conflict("Another coupon has this code.")
		}
		if other != nil && other != one && !c.is("changed-coupon-takes-used-code") {
			return nil, conflict("Another coupon has this code.")
		}
		changed.code = code
	}
	c.account.coupons[slices.Index(c.account.coupons, one)] = &changed
	return ok(changed.view()), nil
}

func deleteCoupon(c *call) (*answer, error) {
	one := byID(c.account.coupons, c.path["couponId"])
	if one == nil && c.is("unknown-coupon-is-400") {
		return nil, refuse(400, "invalidRequest", "There is no such coupon.")
	}
	if one == nil {
		return nil, notFound("coupon")
	}
	c.account.coupons = without(c.account.coupons, one.id)
	return noContent(), nil
}
