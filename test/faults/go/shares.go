package main

import (
	"crypto/sha256"
	"encoding/base64"
)

// fileShare lets somebody read a file: a recipient, or whoever has the link.
type fileShare struct {
	record
	file      *file
	shareWith *string
	password  string
	expiresOn *string

	// Only faults set these: what is true is 1, and what is no day is true.
	hasNumbers, hasTruths bool
}

func (h *fileShare) view() object {
	view := object{
		"id": h.id, "fileId": h.file.id, "shareWith": h.shareWith, "hasPassword": h.password != "",
		"expiresOn": h.expiresOn, "createdAt": timeText(h.createdAt),
	}
	if h.hasNumbers {
		view["hasPassword"] = min(len(h.password), 1)
	}
	if h.expiresOn == nil && h.hasTruths {
		view["expiresOn"] = true
	}
	return view
}

// hashedShare is a share in a list of the fault that puts the password's hash where the recipient belongs.
type hashedShare struct{ *fileShare }

func (h hashedShare) view() object {
	view := h.fileShare.view()
	if h.password != "" {
		digest := sha256.Sum256([]byte(h.id + h.password))
		view["shareWith"] = "2|$argon2i$v=19$m=65536,t=4,p=1$" + base64.RawStdEncoding.EncodeToString(digest[:])
	}
	return view
}

func (s *service) addShares() {
	s.add("GET", "/files/{fileId}/shares", listShares)
	s.add("POST", "/files/{fileId}/shares", createShare)
	s.add("GET", "/files/{fileId}/shares/{shareId}", getShare)
	s.add("PATCH", "/files/{fileId}/shares/{shareId}", updateShare)
	s.add("DELETE", "/files/{fileId}/shares/{shareId}", deleteShare)
}

func listShares(c *call) (*answer, error) {
	of, err := c.file(false)
	if err != nil {
		return nil, err
	}
	if !c.is("share-shows-password-hash") {
		return list(c, of.shares)
	}
	hashed := []hashedShare{}
	for _, one := range of.shares {
		hashed = append(hashed, hashedShare{one})
	}
	return list(c, hashed)
}

func createShare(c *call) (*answer, error) {
	of, err := c.file(false)
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	made := &fileShare{file: of, shareWith: b.nullable("shareWith", 1, 120), password: b.text("password", 8, 72)}
	made.expiresOn = b.date("expiresOn")
	if err := b.err(); err != nil {
		return nil, err
	}
	made.hasNumbers, made.hasTruths = c.is("has-password-is-number"), c.is("no-expiry-is-true")
	made.record = c.account.newRecord("shr")
	of.shares = append(of.shares, made)
	view := made.view()
	if c.is("share-answers-password") {
		view["password"] = made.password
	}
	return created(view, "/files/"+of.id+"/shares/"+made.id), nil
}

func (c *call) share() (*file, *fileShare, error) {
	of, err := c.file(false)
	if err != nil {
		return nil, nil, err
	}
	if one := byID(of.shares, c.path["shareId"]); one != nil {
		return of, one, nil
	}
	return nil, nil, notFound("share")
}

func getShare(c *call) (*answer, error) {
	_, one, err := c.share()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

func updateShare(c *call) (*answer, error) {
	_, one, err := c.share()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	with, password, expiresOn := b.nullable("shareWith", 1, 120), b.nullable("password", 8, 72), b.date("expiresOn")
	if err := b.err(); err != nil {
		return nil, err
	}
	frozen := c.is("null-of-share-stays-null")
	if b.has("shareWith") && !(frozen && one.shareWith == nil) {
		one.shareWith = with
	}
	if b.has("password") {
		one.password = ""
		if password != nil {
			one.password = *password
		}
	}
	if b.has("expiresOn") && !(frozen && one.expiresOn == nil) || b.has("password") && c.is("password-wipes-expiry") {
		one.expiresOn = expiresOn
	}
	return ok(one.view()), nil
}

func deleteShare(c *call) (*answer, error) {
	of, one, err := c.share()
	if err != nil {
		return nil, err
	}
	of.shares = without(of.shares, one.id)
	return noContent(), nil
}
