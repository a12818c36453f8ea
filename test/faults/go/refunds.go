package main

// refundRest refunds all that is left of a payment.
func refundRest(c *call) (*answer, error) {
	of, err := c.invoice()
	if err != nil {
		return nil, err
	}
	left := of.amount - of.refunded()
	if of.status != "paid" || left == 0 {
		return nil, conflict("There is nothing left to refund.")
	}
	if c.is("refund-of-rest-is-whole-amount") {
		left = of.amount
	}
	made := &refund{record: c.account.newRecord("ref"), amount: left}
	of.refunds = append(of.refunds, made)
	return &answer{status: 201, data: made.view()}, nil
}
