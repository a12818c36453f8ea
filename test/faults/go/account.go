package main

import (
	"crypto/rand"
	"encoding/hex"
	"slices"
	"time"
)

// account is everything that belongs to one key. The sequence counts the items of all accounts.
type account struct {
	counter  int
	sequence *int
	folders  []*folder
	files    []*file
	channels []*channel
	products []*product
	coupons  []*coupon
	orders   []*order
	invoices []*invoice
	hooks    []*hook
	contacts []*contact
	shelves  []*shelf
	quotes   []*quote
	numbers  int
	kept     map[string]keptAnswer

	// Only faults read these: the number of the newest hook, whether it is still there or not, and what was unread in deleted channels.
	newestHook, lostUnread int

	// Only a fault fills this: the codes of shelves that were taken down.
	lostCodes []string

	// Only a fault fills this: invoices that were deleted.
	lostInvoices []*invoice
}

// record is what all items have.
type record struct {
	id        string
	number    int
	createdAt time.Time
}

func (r *record) place() int { return r.number }

func (a *account) newRecord(prefix string) record {
	a.counter++
	*a.sequence++
	octets := make([]byte, 6)
	_, _ = rand.Read(octets)
	return record{prefix + "_" + hex.EncodeToString(octets), a.counter, time.Now()}
}

type identified interface{ identity() string }

func (r *record) identity() string { return r.id }

// byID finds an item, or nil.
func byID[T identified](items []T, id string) (found T) {
	for _, one := range items {
		if one.identity() == id {
			return one
		}
	}
	return found
}

func without[T identified](items []T, id string) []T {
	return slices.DeleteFunc(items, func(one T) bool { return one.identity() == id })
}

func newService(fault string) *service {
	s := &service{fault: fault, accounts: map[string]*account{}, news: make(chan delivery, 256)}
	go s.deliver()
	sequence := 0
	for _, key := range []string{"key-of-north", "key-of-south"} {
		s.accounts[key] = &account{sequence: &sequence, kept: map[string]keptAnswer{}}
	}
	s.addFiles()
	s.addShares()
	s.addProperties()
	s.addChannels()
	s.addHooks()
	s.addShop()
	s.addShelves()
	s.addOrders()
	s.addRatings()
	s.addRemarks()
	s.addInvoices()
	s.addQuotes()
	s.addContacts()
	return s
}
