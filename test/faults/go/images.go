package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"mime"
	"net/http"
	"strconv"
	"time"
)

// image is the picture of a product: octets that nobody reads.
type image struct {
	content   []byte
	updatedAt time.Time
}

func (i *image) view() object {
	digest := sha256.Sum256(i.content)
	return object{"size": len(i.content), "sha256": hex.EncodeToString(digest[:]), "updatedAt": timeText(i.updatedAt)}
}

func (s *service) addImages() {
	s.add("GET", "/products/{productId}/image", getImage)
	s.add("PUT", "/products/{productId}/image", putImage)
	s.add("DELETE", "/products/{productId}/image", deleteImage)
}

func putImage(c *call) (*answer, error) {
	of, err := c.product()
	if err != nil {
		return nil, err
	}
	media, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if err != nil || media != "application/octet-stream" {
		return nil, refuse(415, "unsupportedMediaType", "The body must be application/octet-stream.")
	}
	octets, err := c.octets()
	if err != nil {
		return nil, err
	}
	if c.is("image-ends-at-null-octet") {
		octets, _, _ = bytes.Cut(octets, []byte{0})
	}
	status := 201
	if of.image != nil && !c.is("second-image-is-created") {
		status = 200
	}
	sent := &image{octets, time.Now()}
	if of.image == nil || !c.is("second-image-is-not-kept") {
		of.image = sent
	}
	return &answer{status: status, data: sent.view()}, nil
}

func (c *call) image() (*product, error) {
	of, err := c.product()
	if err == nil && of.image == nil {
		return nil, notFound("image")
	}
	return of, err
}

func getImage(c *call) (*answer, error) {
	of, err := c.image()
	if err != nil {
		return nil, err
	}
	header := http.Header{"Content-Type": {"application/octet-stream"}, "X-Content-Type-Options": {"nosniff"}}
	if c.is("image-has-length-of-base64") {
		header["Content-Length"] = []string{strconv.Itoa(base64.StdEncoding.EncodedLen(len(of.image.content)))}
	}
	return &answer{status: 200, header: header, content: of.image.content}, nil
}

func deleteImage(c *call) (*answer, error) {
	of, err := c.image()
	if err != nil {
		return nil, err
	}
	of.image = nil
	return noContent(), nil
}
