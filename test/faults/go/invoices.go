package main

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var uuid = regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`)

// taxRate is a number in percent, written with a point.
var taxRate = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,2})?$`)

type invoice struct {
	record
	label    string
	customer string
	memo     *string
	amount   int
	status   string
	dueOn    *string
	paidAt   *time.Time
	refunds  []*refund

	taxRate   string
	reminders []reminder
	delivery  object

	// Only faults set these: a rate of zero is a number, and the reminders or the payment's time are kept from callers.
	zeroIsNumber, hidesReminders, hidesPayment bool
}

// reminder is sent to the customer of an invoice that is still open after some days.
type reminder struct {
	afterDays int
	text      *string
}

type refund struct {
	record
	amount int
	reason *string

	// The caller's own name of the request.
	request string
}

func (i *invoice) refunded() int {
	sum := 0
	for _, one := range i.refunds {
		sum += one.amount
	}
	return sum
}

func (i *invoice) view() object {
	view := object{
		"id": i.id, "number": i.label, "customer": i.customer, "memo": i.memo, "amount": i.amount, "refunded": i.refunded(),
		"status": i.status, "createdAt": timeText(i.createdAt), "paidAt": nil, "taxRate": i.taxRate,
		"dueOn": i.dueOn,
	}
	if i.paidAt != nil && !i.hidesPayment {
		view["paidAt"] = timeText(*i.paidAt)
	}
	if rate, err := strconv.ParseFloat(i.taxRate, 64); err == nil && rate == 0 && i.zeroIsNumber {
		view["taxRate"] = 0
	}
	if !i.hidesReminders {
		reminders := []object{}
		for _, one := range i.reminders {
			reminders = append(reminders, object{"afterDays": one.afterDays, "text": one.text})
		}
		view["reminders"] = reminders
	}
	if i.delivery != nil {
		view["delivery"] = i.delivery
	}
	return view
}

func (r *refund) view() object {
	return object{"id": r.id, "amount": r.amount, "reason": r.reason, "createdAt": timeText(r.createdAt)}
}

// listedInvoice is an invoice in a list. Faults forget there what is known of paid ones.
type listedInvoice struct {
	*invoice
	service *service
}

func (i listedInvoice) view() object {
	view := i.invoice.view()
	if i.status == "paid" && i.service.is("list-shows-zero-amount") {
		view["amount"] = 0
	}
	if i.status == "paid" && i.service.is("list-shows-paid-as-open") {
		view["status"] = "open"
	}
	return view
}

func (s *service) addInvoices() {
	s.add("GET", "/invoices", listInvoices)
	s.add("POST", "/invoices", createInvoice)
	s.add("GET", "/invoices/{invoiceId}", getInvoice)
	s.add("GET", "/invoices/{invoiceId}/document", getInvoiceDocument)
	s.add("DELETE", "/invoices/{invoiceId}", deleteInvoice)
	s.add("POST", "/invoices/{invoiceId}/pay", payInvoice)
	s.add("POST", "/invoices/{invoiceId}/write-off", writeOffInvoice)
	s.add("GET", "/invoices/{invoiceId}/refunds", listRefunds)
	s.add("POST", "/invoices/{invoiceId}/refunds", createRefund)
	s.add("POST", "/invoices/{invoiceId}/refund-rest", refundRest)
	s.add("GET", "/balance", getBalance)
}

func listInvoices(c *call) (*answer, error) {
	status, err := c.oneOf("status", "open", "paid", "writtenOff")
	if err != nil {
		return nil, err
	}
	customer, filtered := c.query("customer")
	if !filtered && c.is("customer-filter-is-required") {
		return nil, invalid("?customer", "It is required.")
	}
	filtered = filtered && !c.is("customer-filter-is-ignored")
	if c.is("invoice-list-is-debug-page") {
		page := "<div class=\"phpdebugbar\" data-openhandler=\"/_debug\"></div>\n"
		return &answer{status: 200, header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, content: []byte(page)}, nil
	}
	found := []listedInvoice{}
	for _, one := range c.account.invoices {
		matches := (status == "" || one.status == status) && (!filtered || one.customer == customer)
		if status != "" && filtered && c.is("invoice-filters-are-alternatives") {
			matches = one.status == status || one.customer == customer
		}
		if matches {
			found = append(found, listedInvoice{one, c.service})
		}
	}
	result, err := c.pageOfInvoices(found)
	if err != nil {
		return nil, err
	}
	result.header = http.Header{"X-Total-Count": {strconv.Itoa(c.totalOf(found, status != "" || filtered))}}
	return result, nil
}

func createInvoice(c *call) (*answer, error) {
	return c.once(func(b *body) (*answer, error) {
		b.require("customer", "amount")
		made := &invoice{customer: b.text("customer", 1, 120), memo: c.memoIn(b), status: "open"}
		made.amount = b.number("amount", 1, 100_000_000)
		made.dueOn = b.date("dueOn")
		made.taxRate, made.reminders, made.delivery = rateIn(b), remindersIn(b), c.deliveryIn(b)
		made.zeroIsNumber, made.hidesReminders = c.is("zero-rate-is-number"), c.is("invoice-lacks-reminders")
		made.hidesPayment = c.is("payment-time-stays-null")
		if err := b.err(); err != nil {
			return nil, err
		}
		c.account.numbers++
		number := c.account.numbers
		if c.is("deleted-invoice-blocks-numbers") {
			number = len(c.account.invoices) + 1
		}
		made.label = fmt.Sprintf("INV-%05d", number)
		for _, other := range c.account.invoices {
			if other.label == made.label {
				return nil, errors.New("the number is taken")
			}
		}
		made.record = c.account.newRecord("inv")
		c.account.invoices = append(c.account.invoices, made)
		return created(made.view(), "/invoices/"+made.id), nil
	})
}

// memoIn reads a memo; a fault cuts one that is too long.
func (c *call) memoIn(b *body) *string {
	if text, isText := b.members["memo"].(string); isText && c.is("long-memo-is-cut") {
		letters := []rune(text)
		b.members["memo"] = string(letters[:min(len(letters), 500)])
	}
	return b.nullable("memo", 0, 500)
}

func rateIn(b *body) string {
	if !b.has("taxRate") {
		return "0"
	}
	rate, wrong := b.text("taxRate", 1, 5), len(b.wrong)
	if !taxRate.MatchString(rate) && wrong == len(b.wrong) {
		b.complain("taxRate", "It must be a number in percent, as in 19 or 7.5.")
	}
	return rate
}

func remindersIn(b *body) []reminder {
	reminders := []reminder{}
	for _, part := range b.list("reminders", 3) {
		part.require("afterDays")
		reminders = append(reminders, reminder{part.number("afterDays", 1, 365), part.nullable("text", 0, 200)})
		b.absorb(part)
	}
	return reminders
}

func (c *call) invoice() (*invoice, error) {
	if one := byID(c.account.invoices, c.path["invoiceId"]); one != nil {
		return one, nil
	}
	if c.path["invoiceId"] == ":invoiceId" && c.is("placeholder-finds-first-invoice") {
		return c.firstInvoice()
	}
	return nil, notFound("invoice")
}

// firstInvoice is the oldest invoice of all accounts.
func (c *call) firstInvoice() (first *invoice, err error) {
	for _, one := range c.accounts {
		for _, other := range one.invoices {
			if first == nil || other.createdAt.Before(first.createdAt) {
				first = other
			}
		}
	}
	if first == nil {
		return nil, notFound("invoice")
	}
	return first, nil
}

func (c *call) openInvoice() (*invoice, error) {
	one, err := c.invoice()
	if err == nil && one.status != "open" {
		return nil, conflict("The invoice is not open any more.")
	}
	return one, err
}

func getInvoice(c *call) (*answer, error) {
	one, err := c.invoice()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

func deleteInvoice(c *call) (*answer, error) {
	one, err := c.openInvoice()
	if err != nil {
		return nil, err
	}
	c.account.invoices = without(c.account.invoices, one.id)
	if c.is("document-outlives-invoice") {
		c.account.lostInvoices = append(c.account.lostInvoices, one)
	}
	return noContent(), nil
}

func payInvoice(c *call) (*answer, error) {
	one, err := c.openInvoice()
	if err != nil {
		return nil, err
	}
	moment := time.Now()
	one.status, one.paidAt = "paid", &moment
	view := one.view()
	if c.is("payment-answer-lacks-time") {
		view["paidAt"] = nil
	}
	return ok(view), nil
}

func writeOffInvoice(c *call) (*answer, error) {
	one, err := c.openInvoice()
	if err != nil {
		if paid, _ := c.invoice(); paid != nil && c.is("refused-write-off-clears-payment") {
			paid.paidAt = nil
		}
		return nil, err
	}
	one.status = "writtenOff"
	return ok(one.view()), nil
}

func listRefunds(c *call) (*answer, error) {
	of, err := c.invoice()
	if err != nil {
		return nil, err
	}
	return list(c, of.refunds)
}

func createRefund(c *call) (*answer, error) {
	of, err := c.invoice()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("amount")
	made := &refund{amount: b.number("amount", 1, 100_000_000), reason: b.nullable("reason", 0, 200)}
	if err := b.err(); err != nil {
		return nil, err
	}
	made.request = requestIn(b)
	if err := b.err(); err != nil {
		return nil, err
	}
	if made.request != "" && !c.is("repeated-request-refunds-twice") {
		for _, other := range of.refunds {
			if other.request != made.request {
				continue
			}
			if other.amount != made.amount || !sameText(other.reason, made.reason) {
				return nil, conflict("The requestId was used with another body.")
			}
			return &answer{status: 201, data: other.view()}, nil
		}
	}
	if of.status != "paid" {
		return nil, conflict("Only a paid invoice can be refunded.")
	}
	if of.refunded()+made.amount > of.amount && !c.is("refund-exceeds-payment") {
		return nil, conflict("The refund is more than what is left of the payment.")
	}
	if c.is("refund-over-thousand-shrinks") && made.amount >= 100_000 {
		made.amount = made.amount / 100_000 * 100
	}
	made.record = c.account.newRecord("ref")
	of.refunds = append(of.refunds, made)
	return &answer{status: 201, data: made.view()}, nil
}

func requestIn(b *body) string {
	if !b.has("requestId") {
		return ""
	}
	text, wrong := b.text("requestId", 36, 36), len(b.wrong)
	if !uuid.MatchString(text) && wrong == len(b.wrong) {
		b.complain("requestId", "It must be a UUID.")
	}
	return strings.ToLower(text)
}

// deliveryMembers are what each kind of delivery has beside its kind.
var deliveryMembers = map[string][]string{"email": {"address"}, "post": {"street", "city"}}

func (c *call) deliveryIn(b *body) object {
	value, given := b.members["delivery"]
	if !given {
		return nil
	}
	members, isObject := value.(object)
	if !isObject {
		b.complain("delivery", "It must be an object.")
		return nil
	}
	part := &body{members: members, prefix: b.prefix + "/delivery"}
	part.require("kind")
	kind := part.text("kind", 1, 40)
	names, known := deliveryMembers[kind]
	if !known && len(part.wrong) == 0 && !c.is("unknown-delivery-accepted") {
		part.complain("kind", "It must be email or post.")
	}
	part.require(names...)
	delivery := object{"kind": kind}
	for _, name := range names {
		delivery[name] = part.text(name, 1, 200)
	}
	b.absorb(part)
	return delivery
}

func getBalance(c *call) (*answer, error) {
	amount, count := 0, 0
	for _, one := range c.account.invoices {
		if one.status == "open" || one.status == "writtenOff" && c.is("balance-counts-written-off") {
			amount += one.amount
			count++
		}
	}
	return ok(object{"openAmount": amount, "openInvoices": count}), nil
}
