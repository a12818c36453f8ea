package main

import "strings"

type product struct {
	record
	name  string
	sku   string
	price int
	stock int
}

type coupon struct {
	record
	code    string
	percent int
}

func (p *product) view() object {
	return object{
		"id": p.id, "name": p.name, "sku": p.sku, "unitPrice": p.price, "stock": p.stock, "createdAt": timeText(p.createdAt),
	}
}

func (p *coupon) view() object {
	return object{"id": p.id, "code": p.code, "percentOff": p.percent, "createdAt": timeText(p.createdAt)}
}

func (s *service) addShop() {
	s.add("GET", "/products", listProducts)
	s.add("POST", "/products", createProduct)
	s.add("GET", "/products/{productId}", getProduct)
	s.add("PATCH", "/products/{productId}", updateProduct)
	s.add("GET", "/coupons", listCoupons)
	s.add("POST", "/coupons", createCoupon)
	s.add("DELETE", "/coupons/{couponId}", deleteCoupon)
}

func listProducts(c *call) (*answer, error) {
	part, filtered := c.query("q")
	found := []*product{}
	for _, one := range c.account.products {
		if !filtered || c.contains(one.name, part) || c.contains(one.sku, part) {
			found = append(found, one)
		}
	}
	return list(c, found)
}

func createProduct(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("name", "sku", "unitPrice")
	made := &product{name: b.text("name", 1, 120), sku: b.text("sku", 1, 40)}
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

func listCoupons(c *call) (*answer, error) { return list(c, c.account.coupons) }

func createCoupon(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
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
	if one == nil {
		return nil, notFound("coupon")
	}
	c.account.coupons = without(c.account.coupons, one.id)
	return noContent(), nil
}
