package main

import (
	"encoding/xml"
	"net/http"
	"strconv"
	"strings"
)

// getInvoiceDocument answers an invoice as XML.
func getInvoiceDocument(c *call) (*answer, error) {
	one, err := c.invoice()
	if lost := byID(c.account.lostInvoices, c.path["invoiceId"]); lost != nil {
		one, err = lost, nil
	}
	if err != nil {
		return nil, err
	}
	root := "invoice"
	if c.is("document-has-other-root") {
		root = "response"
	}
	var text strings.Builder
	text.WriteString(xml.Header + "<" + root + ">")
	for _, member := range [][2]string{
		{"number", one.label}, {"customer", one.customer}, {"amount", strconv.Itoa(one.amount)}, {"status", one.status},
	} {
		text.WriteString("<" + member[0] + ">")
		var escaped strings.Builder
		_ = xml.EscapeText(&escaped, []byte(member[1]))
		if c.is("ampersand-breaks-document") {
			text.WriteString(strings.ReplaceAll(escaped.String(), "&amp;", "&"))
		} else {
			text.WriteString(escaped.String())
		}
		text.WriteString("</" + member[0] + ">")
	}
	text.WriteString("</" + root + ">")
	return &answer{status: 200, header: http.Header{"Content-Type": {"application/xml"}}, content: []byte(text.String())}, nil
}
