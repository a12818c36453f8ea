package main

import (
	"maps"
	"strconv"
	"time"
)

// taxPercent applies to what is left after the discount.
const taxPercent = 12

type order struct {
	record
	status    string
	note      *string
	lines     []*line
	coupon    *coupon
	updatedAt time.Time
	remarks   []*remark
	rating    *rating

	// Only faults set these: the coupon came when the amounts were known already, and the note before its last change.
	couponIsLate bool
	earlierNote  **string

	// Only a fault sets this: the part in percent of a coupon that was removed.
	lostPercent int
}

// share is a part in percent, half a cent up.
func share(amount, percent int) int { return (amount*percent + 50) / 100 }

func (o *order) viewFor(s *service) object {
	lines, subtotal, taxes := []object{}, 0, 0
	for _, one := range o.lines {
		lines = append(lines, one.view())
		subtotal += one.total
		taxes += share(one.total, taxPercent)
	}
	discount, coupons := share(subtotal, o.lostPercent), []object{}
	if o.coupon != nil {
		discount = 0
		if !o.couponIsLate {
			discount = share(subtotal, o.coupon.percent) + o.coupon.amount
			if !s.is("discount-exceeds-subtotal") {
				discount = min(subtotal, discount)
			}
		}
		coupons = append(coupons, object{"code": o.coupon.code, "discount": discount})
	}
	tax := share(subtotal-discount, taxPercent)
	if s.is("tax-is-rounded-by-line") && discount == 0 {
		tax = taxes
	}
	if len(lines) == 0 && s.is("no-lines-are-null") {
		lines = nil
	}
	made, changed := o.createdAt, o.updatedAt
	if s.is("times-of-orders-are-seconds") {
		made, changed = made.Truncate(time.Second), changed.Truncate(time.Second)
	}
	return object{
		"id": o.id, "status": o.status, "note": o.note, "lines": lines, "couponLines": coupons, "subtotal": subtotal,
		"discount": discount, "tax": tax, "total": subtotal - discount + tax, "createdAt": timeText(made),
		"updatedAt": timeText(changed),
	}
}

// shownOrder is an order with the service that knows how to show it.
type shownOrder struct {
	*order
	service *service
}

func (o shownOrder) view() object { return o.viewFor(o.service) }

func (s *service) addOrders() {
	s.add("GET", "/orders", listOrders)
	s.add("POST", "/orders", createOrder)
	s.add("GET", "/orders/{orderId}", getOrder)
	s.add("PATCH", "/orders/{orderId}", updateOrder)
	s.add("DELETE", "/orders/{orderId}", deleteOrder)
	s.add("PATCH", "/orders/{orderId}/lines/{lineId}", updateLine)
	s.add("DELETE", "/orders/{orderId}/lines/{lineId}", removeLine)
	s.add("POST", "/orders/{orderId}/place", placeOrder)
	s.add("POST", "/orders/{orderId}/complete", completeOrder)
	s.add("POST", "/orders/{orderId}/cancel", cancelOrder)
}

func listOrders(c *call) (*answer, error) {
	status, err := c.oneOf("status", "draft", "placed", "completed", "cancelled")
	if err != nil {
		return nil, err
	}
	orders := c.account.orders
	if c.is("carts-mix-between-customers") && status == "draft" {
		orders = nil
		for _, one := range c.accounts {
			orders = append(orders, one.orders...)
		}
	}
	if status != "" && c.is("limit-counts-before-filter") {
		orders = c.firstOf(orders)
	}
	found := []shownOrder{}
	for _, one := range orders {
		if status == "" || one.status == status {
			if c.hasWithdrawn(one) && c.is("withdrawn-coupon-hides-orders") {
				return textOnly("Requested coupon doesn't exist"), nil
			}
			found = append(found, shownOrder{one, c.service})
		}
	}
	return list(c, found)
}

// hasWithdrawn is true if an order has a coupon that was withdrawn.
func (c *call) hasWithdrawn(one *order) bool {
	return one.coupon != nil && byID(c.account.coupons, one.coupon.id) == nil
}

// firstOf are as many orders as a page may have.
func (c *call) firstOf(orders []*order) []*order {
	text, _ := c.query("limit")
	if limit, err := strconv.Atoi(text); err == nil && limit > 0 && limit < len(orders) {
		return orders[:limit]
	}
	return orders
}

func createOrder(c *call) (*answer, error) {
	return c.once(func(b *body) (*answer, error) {
		made := &order{status: "draft", note: b.nullable("note", 0, 500), lines: c.linesIn(b)}
		before := len(b.wrong)
		made.coupon = c.couponIn(b)
		if err := b.err(); err != nil {
			if before == 0 && c.is("refused-coupon-leaves-order") {
				c.keepOrder(made)
			}
			return nil, err
		}
		c.keepOrder(made)
		shown := made.viewFor(c.service)
		if c.is("new-order-shows-no-discount") && made.coupon != nil {
			plain := *made
			plain.coupon = nil
			shown = plain.viewFor(c.service)
		}
		return created(shown, "/orders/"+made.id), nil
	})
}

func (c *call) keepOrder(made *order) {
	made.record = c.account.newRecord("ord")
	made.updatedAt = made.createdAt
	c.account.orders = append(c.account.orders, made)
}

// couponIn reads couponLines, which hold at most one coupon.
func (c *call) couponIn(b *body) (found *coupon) {
	for _, part := range b.list("couponLines", 1) {
		part.require("code")
		code := part.text("code", 3, 30)
		if found = c.coupon(code); found == nil && len(part.wrong) == 0 {
			part.complain("code", "There is no such coupon.")
		}
		b.absorb(part)
		if part.has("discount") && c.is("coupon-lost-when-sent-back") {
			found = nil
		}
	}
	return found
}

func (c *call) order() (*order, error) {
	id := c.path["orderId"]
	if other, given := c.query("orderId"); given && c.is("query-overrides-path") {
		id = other
	}
	if one := byID(c.account.orders, id); one != nil {
		return one, nil
	}
	return nil, notFound("order")
}

func (c *call) draft() (*order, error) {
	one, err := c.order()
	if err == nil && one.status != "draft" {
		return nil, conflict("The order is not a draft any more.")
	}
	return one, err
}

func getOrder(c *call) (*answer, error) {
	one, err := c.order()
	if err != nil && c.is("unknown-order-is-empty") {
		return ok(object{}), nil
	}
	if err != nil {
		return nil, err
	}
	return ok(one.viewFor(c.service)), nil
}

func updateOrder(c *call) (*answer, error) {
	if _, err := c.order(); err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	note, lines := b.nullable("note", 0, 500), c.linesIn(b)
	before := len(b.wrong)
	coupon := c.couponIn(b)
	one, err := c.draft()
	if err == nil && before == 0 && len(b.wrong) > 0 && b.has("lines") && c.is("refused-coupon-keeps-line-changes") {
		one.lines = lines
	}
	if wrong := b.err(); wrong != nil {
		return nil, wrong
	}
	if err != nil {
		return nil, err
	}
	if err := c.otherProduct(one, lines); err != nil {
		return nil, err
	}
	if c.is("changed-order-loses-remarks") {
		one.remarks = nil
	}
	if b.has("note") {
		if c.is("remark-reverts-note") {
			before := one.note
			one.earlierNote = &before
		}
		one.note = note
	}
	if b.has("lines") {
		if c.is("changed-order-gets-no-more-lines") {
			lines = lines[:min(len(lines), len(one.lines))]
		}
		one.lines = lines
	}
	if b.has("couponLines") {
		if coupon == nil && one.coupon != nil && c.is("removed-coupon-still-discounts") {
			one.lostPercent = one.coupon.percent
		}
		one.couponIsLate = one.coupon == nil && c.is("coupon-does-not-change-total")
		one.coupon = coupon
	}
	if !c.is("changed-order-keeps-its-time") {
		one.updatedAt = time.Now()
	}
	return ok(one.viewFor(c.service)), nil
}

func deleteOrder(c *call) (*answer, error) {
	one, err := c.draft()
	if err != nil {
		return nil, err
	}
	c.account.orders = without(c.account.orders, one.id)
	return noContent(), nil
}

func updateLine(c *call) (*answer, error) {
	in, err := c.order()
	if err != nil {
		return nil, err
	}
	one := byID(in.lines, c.path["lineId"])
	if one == nil && c.is("unknown-line-is-updated") {
		return ok(in.viewFor(c.service)), nil
	}
	if one == nil {
		return nil, notFound("line")
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("quantity")
	if c.is("line-needs-product-again") {
		b.require("productId")
	}
	quantity := b.number("quantity", 1, 1000)
	if err := b.err(); err != nil {
		return nil, err
	}
	if _, err := c.draft(); err != nil {
		return nil, err
	}
	one.quantity = quantity
	if !c.is("line-total-survives-new-quantity") {
		one.total = one.price * quantity
	}
	in.updatedAt = time.Now()
	return ok(in.viewFor(c.service)), nil
}

func placeOrder(c *call) (*answer, error) {
	one, err := c.draft()
	if err != nil {
		return nil, err
	}
	if len(one.lines) == 0 && !c.is("empty-order-can-be-placed") {
		return nil, conflict("The order has no lines.")
	}
	needed := map[*product]int{}
	for _, sold := range one.lines {
		needed[byID(c.account.products, sold.product)] += sold.quantity
	}
	asked := maps.Clone(needed)
	if c.is("stock-checked-line-by-line") {
		for _, sold := range one.lines {
			asked[byID(c.account.products, sold.product)] = sold.quantity
		}
	}
	for sold, quantity := range asked {
		if sold.stock < quantity {
			if c.is("conflict-lacks-code") {
				return nil, refuse(409, "", "There is not enough of "+sold.name+".")
			}
			return nil, conflict("There is not enough of " + sold.name + ".")
		}
	}
	if c.is("concurrent-orders-oversell") {
		c.mutex.Unlock()
		time.Sleep(40 * time.Millisecond)
		c.mutex.Lock()
	}
	for sold, quantity := range needed {
		sold.stock = max(0, sold.stock-quantity)
	}
	one.status, one.updatedAt = "placed", time.Now()
	return ok(one.viewFor(c.service)), nil
}

func completeOrder(c *call) (*answer, error) {
	one, err := c.order()
	if err != nil {
		return nil, err
	}
	if one.status != "placed" {
		return nil, conflict("Only a placed order can be completed.")
	}
	one.status, one.updatedAt = "completed", time.Now()
	return ok(one.viewFor(c.service)), nil
}

func cancelOrder(c *call) (*answer, error) {
	one, err := c.order()
	if err != nil {
		return nil, err
	}
	if one.status == "cancelled" || one.status == "completed" && !c.is("completed-order-is-cancelled") {
		return nil, conflict("The order is cancelled or completed already.")
	}
	if one.status == "placed" {
		for _, sold := range one.lines {
			back := sold.quantity
			if len(one.lines) == 1 && c.is("cancel-restocks-twice") {
				back *= 2
			}
			byID(c.account.products, sold.product).stock += back
		}
	}
	one.status, one.updatedAt = "cancelled", time.Now()
	return ok(one.viewFor(c.service)), nil
}
