package main

import "strconv"

// remark is what somebody noted on an order. Remarks of an order are numbered from 1.
type remark struct {
	record
	index int
	text  string
}

func (r *remark) view() object {
	return object{"number": r.index, "text": r.text, "createdAt": timeText(r.createdAt)}
}

func (s *service) addRemarks() {
	s.add("GET", "/orders/{orderId}/remarks", listRemarks)
	s.add("POST", "/orders/{orderId}/remarks", createRemark)
	s.add("GET", "/orders/{orderId}/remarks/{number}", getRemark)
}

func listRemarks(c *call) (*answer, error) {
	of, err := c.order()
	if err != nil {
		return nil, err
	}
	return list(c, of.remarks)
}

func createRemark(c *call) (*answer, error) {
	of, err := c.order()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("text")
	made := &remark{index: len(of.remarks) + 1, text: b.text("text", 1, 500)}
	if err := b.err(); err != nil {
		return nil, err
	}
	made.record = c.account.newRecord("rem")
	of.remarks = append(of.remarks, made)
	if of.earlierNote != nil {
		of.note, of.earlierNote = *of.earlierNote, nil
	}
	view := made.view()
	if c.is("new-remark-lacks-time") {
		delete(view, "createdAt")
	}
	return created(view, "/orders/"+of.id+"/remarks/"+strconv.Itoa(made.index)), nil
}

func getRemark(c *call) (*answer, error) {
	of, err := c.order()
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(c.path["number"])
	if err != nil || strconv.Itoa(number) != c.path["number"] {
		return nil, notFound("remark")
	}
	if (number < 1 || number > len(of.remarks)) && !c.is("unknown-remark-crashes") {
		return nil, notFound("remark")
	}
	return ok(of.remarks[number-1].view()), nil
}
