package main

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// productMembers are what a list of products can be asked for.
var productMembers = []string{
	"id", "name", "sku", "unitPrice", "stock", "inLots", "description", "tags", "attributes", "url", "createdAt",
}

type product struct {
	record
	name  string
	sku   string
	price int
	stock int
	lots  []*lot

	description *string
	tags        []string
	attributes  map[string]string
	image       *image

	// Only a fault sets this: lots are counted, whatever is in them.
	countsLots bool
}

func (p *product) view() object {
	return object{
		"id": p.id, "name": p.name, "sku": p.sku, "unitPrice": p.price, "stock": p.stock, "inLots": p.inLots(),
		"description": p.description, "tags": p.tags, "attributes": p.attributes, "url": "/products/" + p.id,
		"createdAt": timeText(p.createdAt),
	}
}

// shown is a product as callers read it.
func (s *service) shown(one *product) object {
	view := one.view()
	if s.is("stock-is-read-as-zero") {
		view["stock"] = 0
	}
	return view
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

// partialProduct is a product in a list that was asked for some members.
type partialProduct struct {
	*product
	members []string
	service *service
}

func (p partialProduct) view() object {
	whole, view := p.service.shown(p.product), object{}
	for _, name := range p.members {
		view[name] = whole[name]
	}
	if _, has := view["url"]; has && view["id"] == nil && p.service.is("chosen-members-break-url") {
		view["url"] = "/404/"
	}
	return view
}

func (s *service) addShop() {
	s.add("GET", "/products", listProducts)
	s.add("POST", "/products", createProduct)
	s.add("GET", "/products/{productId}", getProduct)
	s.add("PATCH", "/products/{productId}", updateProduct)
	s.addImages()
	s.add("GET", "/products/{productId}/lots", listLots)
	s.add("POST", "/products/{productId}/lots", createLot)
	s.add("GET", "/products/{productId}/lots/{lotId}", getLot)
	s.add("DELETE", "/products/{productId}/lots/{lotId}", deleteLot)
	s.add("GET", "/coupons", listCoupons)
	s.add("POST", "/coupons", createCoupon)
	s.add("GET", "/coupons/{couponId}", getCoupon)
	s.add("PATCH", "/coupons/{couponId}", updateCoupon)
	s.add("DELETE", "/coupons/{couponId}", deleteCoupon)
}

func listProducts(c *call) (*answer, error) {
	if c.request.Method == http.MethodHead && c.is("head-of-products-is-400") {
		return nil, refuse(400, "invalidRequest", "The method HEAD is not known for searches.")
	}
	part, filtered := c.query("q")
	if filtered && c.is("encoded-search-not-decoded") {
		_, part, _ = strings.Cut("&"+c.request.URL.RawQuery, "&q=")
		part, _, _ = strings.Cut(part, "&")
	}
	members, err := c.members()
	if err != nil {
		return nil, err
	}
	if strings.Contains(part, "'") && c.is("apostrophe-in-search-crashes") {
		return nil, errors.New("there is an error in your syntax")
	}
	below, err := c.bound("stockBelow")
	if err != nil {
		return nil, err
	}
	keys, err := c.sortKeys()
	if err != nil {
		return nil, err
	}
	found := []partialProduct{}
	for _, one := range c.account.products {
		if one.stock < below && (!filtered || c.sought(one, part)) {
			found = append(found, partialProduct{one, members, c.service})
		}
	}
	if len(keys) == 0 {
		return list(c, found)
	}
	return list(c, c.sorted(found, keys))
}

// sought is true if a product has a text in its name or its SKU.
func (c *call) sought(one *product, part string) bool {
	if c.is("search-minds-case") {
		return strings.Contains(one.name, part) || strings.Contains(one.sku, part)
	}
	return c.contains(one.name, part) || c.contains(one.sku, part)
}

// bound is an integer of the query below which values must lie; without it, they may be any.
func (c *call) bound(name string) (int, error) {
	text, given := c.query(name)
	if !given {
		return math.MaxInt, nil
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, invalid("?"+name, "It must be an integer.")
	}
	if number == 0 && c.is("stock-below-zero-crashes") {
		return 0, errors.New("there is no condition")
	}
	return int(number), nil
}

// sortKeys are the members that a list of products is sorted by.
func (c *call) sortKeys() ([]string, error) {
	text, given := c.query("sort")
	if !given {
		return nil, nil
	}
	keys := strings.Split(text, ",")
	for _, key := range keys {
		if !slices.Contains([]string{"name", "unitPrice", "stock"}, strings.TrimPrefix(key, "-")) {
			return nil, invalid("?sort", "It must have name, unitPrice and stock, each with or without a minus sign before it.")
		}
	}
	return keys, nil
}

// ranked is a product at its place in an order.
type ranked struct {
	partialProduct
	rank int
}

func (r ranked) place() int { return r.rank }

func (c *call) sorted(products []partialProduct, keys []string) []ranked {
	slices.SortStableFunc(products, func(one, other partialProduct) int {
		for _, key := range keys {
			result := c.compare(one.product, other.product, strings.TrimPrefix(key, "-"))
			if strings.HasPrefix(key, "-") || c.is("sort-is-always-descending") {
				result = -result
			}
			if result != 0 {
				return result
			}
		}
		if c.request.URL.Query().Has("cursor") && c.is("ties-turn-round-on-later-pages") {
			return other.number - one.number
		}
		return 0
	})
	inOrder := []ranked{}
	for i, one := range products {
		inOrder = append(inOrder, ranked{one, i + 1})
	}
	return inOrder
}

func (c *call) compare(one, other *product, key string) int {
	switch {
	case key == "name":
		return strings.Compare(strings.ToLower(one.name), strings.ToLower(other.name))
	case key == "stock":
		return one.stock - other.stock
	case c.is("prices-sorted-as-text"):
		return strings.Compare(strconv.Itoa(one.price), strconv.Itoa(other.price))
	}
	return one.price - other.price
}

// members are those of products that a list is asked for.
func (c *call) members() (chosen []string, err error) {
	text, given := c.query("fields")
	if !given && c.is("listed-products-lack-tags") {
		return slices.DeleteFunc(slices.Clone(productMembers), func(name string) bool { return name == "tags" }), nil
	}
	if !given {
		return productMembers, nil
	}
	names := strings.Split(text, ",")
	if c.is("chosen-fields-get-created-at") {
		defer func() { chosen = append(chosen, "createdAt") }()
	}
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
	made.description, made.tags, made.attributes = b.nullable("description", 0, math.MaxInt), b.words("tags"), b.texts("attributes")
	if !b.has("stock") && c.is("default-stock-is-one") {
		made.stock = 1
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	for _, other := range c.account.products {
		if other.sku == made.sku && c.is("taken-sku-is-400") {
			return nil, invalid("/sku", "Another product has this SKU.")
		}
		if other.sku == made.sku && !c.is("taken-sku-is-created") {
			return nil, conflict("Another product has this SKU.")
		}
	}
	if c.cannotHold(made.description) {
		return nil, errors.New("value too long for a column")
	}
	made.record = c.account.newRecord("prd")
	c.account.products = append(c.account.products, made)
	return created(c.shown(made), "/products/"+made.id), nil
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
	return ok(c.shown(one)), nil
}

func updateProduct(c *call) (*answer, error) {
	one, err := c.product()
	if err != nil {
		return nil, err
	}
	b, err := c.productChange(one)
	if err != nil {
		return nil, err
	}
	if b.has("attributes") && c.is("change-of-attributes-is-304") {
		delete(b.members, "attributes")
		if len(b.members) == 0 {
			return &answer{status: 304}, nil
		}
	}
	if err := c.changeProduct(one, b); err != nil {
		return nil, err
	}
	return ok(c.shown(one)), nil
}

// cannotHold is true with the fault of a column that is too short for a text.
func (c *call) cannotHold(text *string) bool {
	return text != nil && utf8.RuneCountInString(*text) > 255 && c.is("long-description-crashes")
}

// retagged are the tags of a product after a change; a fault keeps those that it had.
func (c *call) retagged(before, tags []string) []string {
	if len(tags) == 0 && c.is("no-tags-change-nothing") {
		return before
	}
	if !c.is("changed-tags-are-added") {
		return tags
	}
	all := slices.Clone(before)
	for _, tag := range tags {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return all
}

func (c *call) changeProduct(one *product, b *body) error {
	name, price, stock := b.text("name", 1, 120), b.number("unitPrice", 0, 10_000_000), b.number("stock", 0, 1_000_000)
	description, tags, attributes := b.nullable("description", 0, math.MaxInt), b.words("tags"), b.texts("attributes")
	if err := b.err(); err != nil {
		return err
	}
	if c.cannotHold(description) {
		return errors.New("value too long for a column")
	}
	if b.has("name") {
		one.name = name
	}
	if b.has("unitPrice") {
		one.price = price
	}
	if b.has("stock") && !c.is("changed-stock-is-ignored") {
		one.stock = stock
	}
	if b.has("description") {
		one.description = description
	}
	if b.has("tags") {
		one.tags = c.retagged(one.tags, tags)
	}
	if b.has("attributes") {
		one.attributes = attributes
	}
	if c.is("change-renews-created-at") {
		one.createdAt = time.Now()
	}
	if c.is("change-appends-time-to-sku") {
		one.sku += "-" + strconv.FormatInt(time.Now().UnixMilli(), 10)
	}
	if !b.has("description") && c.is("other-change-clears-description") {
		one.description = nil
	}
	if !b.has("tags") && c.is("other-change-sorts-tags") {
		slices.Sort(one.tags)
	}
	return nil
}
