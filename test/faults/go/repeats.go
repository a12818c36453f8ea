package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"unicode/utf8"
)

// keptAnswer is what a request with an Idempotency-Key was answered.
type keptAnswer struct {
	digest [32]byte
	result *answer
	err    error
}

// once does a request, or answers what it was answered before under the same key. Only successes are kept.
func (c *call) once(do func(*body) (*answer, error)) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	given := c.request.Header.Get("Idempotency-Key")
	if given == "" {
		return do(b)
	}
	if utf8.RuneCountInString(given) > 64 {
		return nil, invalid("Idempotency-Key", "It must have at most 64 characters.")
	}
	text, _ := json.Marshal(b.members)
	digest, key := sha256.Sum256(text), c.request.URL.Path+" "+given
	if c.is("idempotency-key-ignores-path") {
		key = given
	}
	if kept, known := c.account.kept[key]; known {
		same := bytes.Equal(kept.digest[:], digest[:])
		if kept.err != nil || same || c.is("idempotency-key-takes-other-payload") || c.is("idempotency-key-ignores-path") {
			return kept.result, kept.err
		}
		return nil, refuse(422, "keyReused", "The Idempotency-Key was used with another body.")
	}
	result, err := do(b)
	if err == nil || c.is("idempotency-keeps-refusals") {
		c.account.kept[key] = keptAnswer{digest, result, err}
	}
	return result, err
}
