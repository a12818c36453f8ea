package main

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// productMembers are what a list of products can be asked for.
var productMembers = []string{"id", "name", "sku", "unitPrice", "stock", "inLots", "url", "createdAt"}

type product struct {
	record
	name  string
	sku   string
	price int
	stock int
	lots  []*lot

	// Only a fault sets this: lots are counted, whatever is in them.
	countsLots bool
}

// lot is a quantity of a product that came together and lies at one place.
type lot struct {
	record
	where    string
	quantity int
}

type coupon struct {
	record
	code    string
	percent int
}

func (p *product) view() object {
	return object{
		"id": p.id, "name": p.name, "sku": p.sku, "unitPrice": p.price, "stock": p.stock, "inLots": p.inLots(),
		"url": "/products/" + p.id, "createdAt": timeText(p.createdAt),
	}
}

func (p *product) inLots() int {
	if p.countsLots {
		return len(p.lots)
	}
	sum := 0
	for _, one := range p.lots {
		sum += one.quantity
	}
	return sum
}

func (l *lot) view() object {
	return object{"id": l.id, "place": l.where, "quantity": l.quantity, "createdAt": timeText(l.createdAt)}
}

// partialProduct is a product in a list that was asked for some members.
type partialProduct struct {
	*product
	members []string
	service *service
}

func (p partialProduct) view() object {
	whole, view := p.product.view(), object{}
	for _, name := range p.members {
		view[name] = whole[name]
	}
	if _, has := view["url"]; has && view["id"] == nil && p.service.is("chosen-members-break-url") {
		view["url"] = "/404/"
	}
	return view
}

func (p *coupon) view() object {
	return object{"id": p.id, "code": p.code, "percentOff": p.percent, "createdAt": timeText(p.createdAt)}
}

func (s *service) addShop() {
	s.add("GET", "/products", listProducts)
	s.add("POST", "/products", createProduct)
	s.add("GET", "/products/{productId}", getProduct)
	s.add("PATCH", "/products/{productId}", updateProduct)
	s.add("GET", "/products/{productId}/lots", listLots)
	s.add("POST", "/products/{productId}/lots", createLot)
	s.add("GET", "/products/{productId}/lots/{lotId}", getLot)
	s.add("DELETE", "/products/{productId}/lots/{lotId}", deleteLot)
	s.add("GET", "/coupons", listCoupons)
	s.add("POST", "/coupons", createCoupon)
	s.add("DELETE", "/coupons/{couponId}", deleteCoupon)
}

func listProducts(c *call) (*answer, error) {
	part, filtered := c.query("q")
	if filtered && c.is("encoded-search-not-decoded") {
		_, part, _ = strings.Cut("&"+c.request.URL.RawQuery, "&q=")
		part, _, _ = strings.Cut(part, "&")
	}
	members, err := c.members()
	if err != nil {
		return nil, err
	}
	found := []partialProduct{}
	for _, one := range c.account.products {
		if !filtered || c.contains(one.name, part) || c.contains(one.sku, part) {
			found = append(found, partialProduct{one, members, c.service})
		}
	}
	return list(c, found)
}

// members are those of products that a list is asked for.
func (c *call) members() ([]string, error) {
	text, given := c.query("fields")
	if !given {
		return productMembers, nil
	}
	names := strings.Split(text, ",")
	for _, name := range names {
		if !slices.Contains(productMembers, name) {
			return nil, invalid("?fields", "It must have names among "+strings.Join(productMembers, ", ")+".")
		}
	}
	return names, nil
}

func createProduct(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("name", "sku", "unitPrice")
	made := &product{name: b.text("name", 1, 120), sku: b.text("sku", 1, 40), countsLots: c.is("lots-counted-not-summed")}
	made.price, made.stock = b.number("unitPrice", 0, 10_000_000), b.number("stock", 0, 1_000_000)
	if err := b.err(); err != nil {
		return nil, err
	}
	for _, other := range c.account.products {
		if other.sku == made.sku {
			return nil, conflict("Another product has this SKU.")
		}
	}
	made.record = c.account.newRecord("prd")
	c.account.products = append(c.account.products, made)
	return created(made.view(), "/products/"+made.id), nil
}

func (c *call) product() (*product, error) {
	if one := byID(c.account.products, c.path["productId"]); one != nil {
		return one, nil
	}
	if strings.Contains(c.path["productId"], "'") && c.is("apostrophe-in-id-crashes") {
		return nil, errors.New("unterminated quoted string")
	}
	return nil, notFound("product")
}

func getProduct(c *call) (*answer, error) {
	one, err := c.product()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

func updateProduct(c *call) (*answer, error) {
	one, err := c.product()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	name, price, stock := b.text("name", 1, 120), b.number("unitPrice", 0, 10_000_000), b.number("stock", 0, 1_000_000)
	if err := b.err(); err != nil {
		return nil, err
	}
	if b.has("name") {
		one.name = name
	}
	if b.has("unitPrice") {
		one.price = price
	}
	if b.has("stock") {
		one.stock = stock
	}
	return ok(one.view()), nil
}

func listLots(c *call) (*answer, error) {
	of, err := c.product()
	if err != nil {
		return nil, err
	}
	return list(c, of.lots)
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
	return created(made.view(), "/products/"+of.id+"/lots/"+made.id), nil
}

func (c *call) lot() (*product, *lot, error) {
	of, err := c.product()
	if err != nil {
		return nil, nil, err
	}
	if one := byID(of.lots, c.path["lotId"]); one != nil {
		return of, one, nil
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
	if err != nil {
		return nil, err
	}
	of.lots = without(of.lots, one.id)
	return noContent(), nil
}

func listCoupons(c *call) (*answer, error) { return list(c, c.account.coupons) }

func createCoupon(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	if c.is("missing-member-crashes") && !(b.has("code") && b.has("percentOff")) {
		return nil, errors.New("null value in a column")
	}
	b.require("code", "percentOff")
	made := &coupon{code: b.text("code", 3, 30), percent: b.number("percentOff", 1, 90)}
	if err := b.err(); err != nil {
		return nil, err
	}
	if c.coupon(made.code) != nil {
		return nil, conflict("Another coupon has this code.")
	}
	made.record = c.account.newRecord("cpn")
	c.account.coupons = append(c.account.coupons, made)
	return created(made.view(), "/coupons/"+made.id), nil
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
