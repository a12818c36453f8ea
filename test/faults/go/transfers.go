package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// upload is what a form of an upload has.
type upload struct {
	name, mediaType string
	content         []byte
	given           bool
	members         object
}

func (c *call) upload() (*upload, error) {
	media, parameters, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if err == nil && media == "multipart/form-data" && parameters["boundary"] == "" && c.is("form-without-boundary-crashes") {
		return nil, errors.New("there is no boundary")
	}
	if err != nil || media != "multipart/form-data" || parameters["boundary"] == "" {
		return nil, refuse(415, "unsupportedMediaType", "The body must be multipart/form-data.")
	}
	octets, err := c.octets()
	if err != nil {
		return nil, err
	}
	reader := multipart.NewReader(strings.NewReader(string(octets)), parameters["boundary"])
	read := &upload{members: object{}}
	for {
		part, err := reader.NextRawPart()
		if err == io.EOF {
			return read, nil
		}
		if err != nil {
			return nil, refuse(400, "malformedBody", "The body is not a form.")
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return nil, refuse(400, "malformedBody", "The body is not a form.")
		}
		if part.FormName() == "file" {
			read.take(part, content)
		} else {
			read.members[part.FormName()] = string(content)
		}
	}
}

func (u *upload) take(part *multipart.Part, content []byte) {
	u.given, u.content, u.mediaType, u.name = true, content, "application/octet-stream", "unnamed"
	if media, _, err := mime.ParseMediaType(part.Header.Get("Content-Type")); err == nil {
		u.mediaType = media
	}
	if name := part.FileName(); name != "" {
		u.name = name
	}
}

func uploadFile(c *call) (*answer, error) {
	form, err := c.upload()
	if err != nil {
		return nil, err
	}
	b := &body{members: form.members}
	if !form.given {
		b.complain("file", "It is required.")
	}
	if length := utf8.RuneCountInString(form.name); !utf8.ValidString(form.name) || length > 200 {
		b.complain("file", "Its name must have at most 200 characters.")
	}
	made := &file{name: form.name, mediaType: form.mediaType, content: form.content, version: 1}
	made.description, made.folder = b.nullable("description", 0, 500), c.folderIn(b, "folderId")
	if c.is("plus-in-name-becomes-space") {
		made.name = strings.ReplaceAll(made.name, "+", " ")
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	if c.is("empty-upload-crashes") {
		_ = form.content[0]
	}
	if c.is("upload-forgets-media-type") {
		made.mediaType = "application/octet-stream"
	}
	if c.is("binary-upload-is-damaged") && !utf8.Valid(made.content) {
		made.content = []byte(strings.ToValidUTF8(string(made.content), "\ufffd"))
	}
	c.keep(made)
	if c.is("upload-answers-no-tag") {
		return created(made.view(), "/files/"+made.id), nil
	}
	return tagged(created(made.view(), "/files/"+made.id), made.tag()), nil
}

// tagsIn are the entity tags of a header that has a list of them.
func tagsIn(header string) []string {
	tags := []string{}
	for _, tag := range strings.Split(header, ",") {
		tags = append(tags, strings.TrimSpace(tag))
	}
	return tags
}

// unchanged answers 304 if the caller has the representation already. The comparison is weak.
func (c *call) unchanged(tag string) *answer {
	header := c.request.Header.Get("If-None-Match")
	if header == "" {
		return nil
	}
	for _, candidate := range tagsIn(header) {
		if !c.is("weak-tag-is-not-recognised") {
			candidate = strings.TrimPrefix(candidate, "W/")
		}
		if candidate == "*" || candidate == tag {
			return tagged(&answer{status: 304}, tag)
		}
	}
	return nil
}

// mayChange refuses a change of another version than the caller has. The comparison is strong.
func (c *call) mayChange(tag string) error {
	header := c.request.Header.Get("If-Match")
	if header == "" {
		return nil
	}
	for _, candidate := range tagsIn(header) {
		if c.is("weak-tag-passes-if-match") {
			candidate = strings.TrimPrefix(candidate, "W/")
		}
		if candidate == "*" || candidate == tag {
			return nil
		}
	}
	return refuse(412, "preconditionFailed", "The file is no longer what If-Match says.")
}

// disposition has the name in ASCII for old clients, and the whole name beside it.
func (c *call) disposition(name string) string {
	plain := strings.Map(func(letter rune) rune {
		if letter < ' ' || letter > '~' || letter == '"' || letter == '\\' || letter == '%' {
			return '_'
		}
		return letter
	}, name)
	if c.is("comma-in-name-breaks-disposition") {
		return "attachment; filename=" + plain
	}
	return fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, plain, strings.ReplaceAll(url.QueryEscape(name), "+", "%20"))
}

func downloadFile(c *call) (*answer, error) {
	one, err := c.file(false)
	if err != nil {
		return nil, err
	}
	if c.is("download-of-non-ascii-name-is-404") && len(one.name) != utf8.RuneCountInString(one.name) {
		return nil, notFound("file")
	}
	if one.renamed && c.is("renamed-file-has-no-content") {
		return nil, errors.New("a chunk of the file is not there")
	}
	tag := one.contentTag()
	if same := c.unchanged(tag); same != nil {
		return same, nil
	}
	header := http.Header{
		"Content-Type": {one.mediaType}, "Accept-Ranges": {"bytes"}, "Content-Disposition": {c.disposition(one.name)},
		"X-Content-Type-Options": {"nosniff"},
	}
	content := one.content
	if content == nil || c.is("json-and-svg-download-empty") && (one.mediaType == "application/json" || one.mediaType == "image/svg+xml") {
		content = []byte{}
	}
	if bytes.HasPrefix(content, []byte{0x1f, 0x8b}) && c.is("archive-is-compressed-again") {
		content = compressed(content)
	}
	whole := tagged(&answer{status: 200, header: header, content: content}, tag)
	if c.request.Method == http.MethodHead && c.is("head-of-content-has-length-0") {
		header["Content-Length"] = []string{"0"}
	}
	first, last, wanted, err := c.rangeOf(len(content))
	if err != nil || !wanted {
		return whole, err
	}
	whole.status, whole.content = 206, content[first:last+1]
	if c.is("range-has-length-of-whole") {
		whole.header["Content-Length"] = []string{strconv.Itoa(len(content))}
	}
	whole.header["Content-Range"] = []string{fmt.Sprintf("bytes %d-%d/%d", first, last, len(content))}
	if c.is("open-range-lacks-last-byte") && strings.HasSuffix(c.request.Header.Get("Range"), "-") {
		whole.content = content[first:last]
	}
	return whole, nil
}

func compressed(content []byte) []byte {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, _ = writer.Write(content)
	_ = writer.Close()
	return packed.Bytes()
}

// rangeOf reads a header Range with one range of bytes; any other is ignored.
func (c *call) rangeOf(size int) (first, last int, wanted bool, err error) {
	text, isBytes := strings.CutPrefix(c.request.Header.Get("Range"), "bytes=")
	from, to, isRange := strings.Cut(text, "-")
	if !isBytes || !isRange || c.request.Header.Get("If-Range") != "" {
		return 0, 0, false, nil
	}
	start, startErr := strconv.Atoi(from)
	end, endErr := strconv.Atoi(to)
	switch {
	case startErr == nil && to == "":
		first, last = start, size-1
	case startErr == nil && endErr == nil && start <= end:
		first, last = start, min(end, size-1)
	case from == "" && endErr == nil:
		first, last = max(0, size-end), size-1
		if c.is("suffix-range-answers-start") {
			first, last = 0, min(end, size)-1
		}
	default:
		return 0, 0, false, nil
	}
	if first > last {
		header := http.Header{"Content-Range": {fmt.Sprintf("bytes */%d", size)}}
		return 0, 0, false, &refusal{status: 416, code: "rangeNotSatisfiable", text: "The file does not have these bytes.", header: header}
	}
	return first, last, true, nil
}
