package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

type folder struct {
	record
	name    string
	parent  *string
	version int
}

type file struct {
	record
	name        string
	description *string
	folder      *string
	mediaType   string
	content     []byte
	version     int
	updatedAt   time.Time
	trashed     bool
	shares      []*fileShare
}

func (f *folder) view() object {
	return object{"id": f.id, "name": f.name, "parentId": f.parent, "version": f.version, "createdAt": timeText(f.createdAt)}
}

func (f *file) view() object {
	return object{
		"id": f.id, "name": f.name, "description": f.description, "folderId": f.folder, "mediaType": f.mediaType,
		"size": len(f.content), "trashed": f.trashed, "createdAt": timeText(f.createdAt), "updatedAt": timeText(f.updatedAt),
	}
}

func (f *file) tag() string { return fmt.Sprintf(`"%s-%d"`, f.id[4:], f.version) }

func (f *file) contentTag() string {
	digest := sha256.Sum256(f.content)
	return `"` + hex.EncodeToString(digest[:8]) + `"`
}

func (f *file) touch() {
	f.version++
	f.updatedAt = time.Now()
}

func (s *service) addFiles() {
	s.add("GET", "/folders", listFolders)
	s.add("POST", "/folders", createFolder)
	s.add("GET", "/folders/{folderId}", getFolder)
	s.add("PATCH", "/folders/{folderId}", updateFolder)
	s.add("DELETE", "/folders/{folderId}", deleteFolder)
	s.add("GET", "/files", listFiles)
	s.add("POST", "/files", uploadFile)
	s.add("GET", "/files/{fileId}", getFile)
	s.add("PATCH", "/files/{fileId}", updateFile)
	s.add("DELETE", "/files/{fileId}", deleteFile)
	s.add("GET", "/files/{fileId}/content", downloadFile)
	s.add("POST", "/files/{fileId}/copy", copyFile)
	s.add("GET", "/trash", listTrash)
	s.add("POST", "/trash/{fileId}/restore", restoreFile)
}

func listFolders(c *call) (*answer, error) {
	parent, filtered := c.query("parentId")
	found := []*folder{}
	for _, one := range c.account.folders {
		if !filtered || one.parent != nil && *one.parent == parent {
			found = append(found, one)
		}
	}
	return list(c, found)
}

const noSuchFolder = "There is no such folder."

// folderIn reads a member that names a folder of the account.
func (c *call) folderIn(b *body, name string) *string {
	id := b.nullable(name, 1, 40)
	if id != nil && len(b.wrong) == 0 && byID(c.account.folders, *id) == nil {
		b.complain(name, noSuchFolder)
	}
	return id
}

// refusedFolder refuses a body; the fault leads callers who name an unknown folder back to the list.
func (c *call) refusedFolder(b *body, err error) (*answer, error) {
	if c.is("unknown-parent-redirects") && len(b.wrong) == 1 && b.wrong[0].Message == noSuchFolder {
		header := http.Header{"Location": {"/folders"}, "Content-Type": {"text/html; charset=utf-8"}}
		return &answer{status: 302, header: header, content: []byte("<html><body>Redirecting to /folders.</body></html>")}, nil
	}
	return nil, err
}

func createFolder(c *call) (*answer, error) {
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	b.require("name")
	made := &folder{name: b.text("name", 1, 120), parent: c.folderIn(b, "parentId"), version: 1}
	if err := b.err(); err != nil {
		return c.refusedFolder(b, err)
	}
	made.record = c.account.newRecord("fol")
	c.account.folders = append(c.account.folders, made)
	return created(made.view(), "/folders/"+made.id), nil
}

func (c *call) folder() (*folder, error) {
	if one := byID(c.account.folders, c.path["folderId"]); one != nil {
		return one, nil
	}
	return nil, notFound("folder")
}

func getFolder(c *call) (*answer, error) {
	one, err := c.folder()
	if err != nil {
		return nil, err
	}
	return ok(one.view()), nil
}

func updateFolder(c *call) (*answer, error) {
	one, err := c.folder()
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	name, parent, version := b.text("name", 1, 120), c.folderIn(b, "parentId"), b.number("version", 1, math.MaxInt32)
	if err := b.err(); err != nil {
		return c.refusedFolder(b, err)
	}
	if b.has("version") && version != one.version && !c.is("stale-version-overwrites") {
		return nil, conflict("The folder has another version by now.")
	}
	if b.has("parentId") {
		if depth := c.depthOf(one.id, parent); depth == 1 || depth > 1 && !c.is("folder-moves-below-itself") {
			return nil, conflict("A folder cannot be moved below itself.")
		}
		one.parent = parent
	}
	if b.has("name") {
		one.name = name
	}
	one.version++
	return ok(one.view()), nil
}

// depthOf counts the steps from a folder up to another, from 1; 0 if they do not lead there.
func (c *call) depthOf(id string, from *string) int {
	for depth := 1; from != nil && depth <= len(c.account.folders); depth++ {
		if *from == id {
			return depth
		}
		from = byID(c.account.folders, *from).parent
	}
	return 0
}

func deleteFolder(c *call) (*answer, error) {
	one, err := c.folder()
	if err != nil {
		return nil, err
	}
	for _, other := range c.account.folders {
		if other.parent != nil && *other.parent == one.id {
			return nil, conflict("The folder has folders.")
		}
	}
	for _, kept := range c.account.files {
		if !kept.trashed && kept.folder != nil && *kept.folder == one.id {
			return nil, conflict("The folder has files.")
		}
	}
	c.account.folders = without(c.account.folders, one.id)
	return noContent(), nil
}

func listFiles(c *call) (*answer, error) {
	in, inFolder := c.query("folderId")
	part, named := c.query("nameContains")
	found := []*file{}
	for _, one := range c.account.files {
		if one.trashed || inFolder && (one.folder == nil || *one.folder != in) || named && !c.contains(one.name, part) {
			continue
		}
		found = append(found, one)
	}
	return list(c, found)
}

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
	return tagged(created(made.view(), "/files/"+made.id), made.tag()), nil
}

func (c *call) keep(made *file) {
	made.record = c.account.newRecord("fil")
	made.updatedAt = made.createdAt
	c.account.files = append(c.account.files, made)
}

func tagged(result *answer, tag string) *answer {
	if result.header == nil {
		result.header = http.Header{}
	}
	result.header["Etag"] = []string{tag}
	return result
}

func (c *call) file(trashed bool) (*file, error) {
	if one := byID(c.account.files, c.path["fileId"]); one != nil && one.trashed == trashed {
		return one, nil
	}
	return nil, notFound("file")
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

func getFile(c *call) (*answer, error) {
	one, err := c.file(false)
	if err != nil {
		return nil, err
	}
	if c.is("reading-file-changes-updated-at") {
		one.updatedAt = time.Now()
	}
	if same := c.unchanged(one.tag()); same != nil {
		return same, nil
	}
	return tagged(ok(one.view()), one.tag()), nil
}

func updateFile(c *call) (*answer, error) {
	one, err := c.file(false)
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	name, description, in := b.text("name", 1, 200), b.nullable("description", 0, 500), c.folderIn(b, "folderId")
	if err := b.err(); err != nil {
		return nil, err
	}
	if err := c.mayChange(one.tag()); err != nil {
		return nil, err
	}
	if b.has("name") {
		one.name = name
	}
	if b.has("description") {
		one.description = description
	}
	if b.has("folderId") {
		one.folder = in
	}
	one.touch()
	return tagged(ok(one.view()), one.tag()), nil
}

func deleteFile(c *call) (*answer, error) {
	one, err := c.file(false)
	if err != nil {
		return nil, err
	}
	if err := c.mayChange(one.tag()); err != nil {
		return nil, err
	}
	one.trashed = true
	one.touch()
	return noContent(), nil
}

// disposition has the name in ASCII for old clients, and the whole name beside it.
func disposition(name string) string {
	plain := strings.Map(func(letter rune) rune {
		if letter < ' ' || letter > '~' || letter == '"' || letter == '\\' || letter == '%' {
			return '_'
		}
		return letter
	}, name)
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
	tag := one.contentTag()
	if same := c.unchanged(tag); same != nil {
		return same, nil
	}
	header := http.Header{
		"Content-Type": {one.mediaType}, "Accept-Ranges": {"bytes"}, "Content-Disposition": {disposition(one.name)},
		"X-Content-Type-Options": {"nosniff"},
	}
	content := one.content
	if content == nil || c.is("json-and-svg-download-empty") && (one.mediaType == "application/json" || one.mediaType == "image/svg+xml") {
		content = []byte{}
	}
	whole := tagged(&answer{status: 200, header: header, content: content}, tag)
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

func copyFile(c *call) (*answer, error) {
	one, err := c.file(false)
	if err != nil {
		return nil, err
	}
	b, err := c.body()
	if err != nil {
		return nil, err
	}
	name, in := b.text("name", 1, 200), c.folderIn(b, "folderId")
	if err := b.err(); err != nil {
		return nil, err
	}
	if c.is("copy-misses-names-with-space-or-plus") && strings.ContainsAny(one.name, " +") {
		return nil, notFound("file")
	}
	made := &file{name: one.name, description: one.description, folder: one.folder, mediaType: one.mediaType, version: 1}
	made.content = one.content
	if b.has("name") {
		made.name = name
	}
	if b.has("folderId") {
		made.folder = in
	}
	c.keep(made)
	return tagged(created(made.view(), "/files/"+made.id), made.tag()), nil
}

func listTrash(c *call) (*answer, error) {
	found := []*file{}
	for _, one := range c.account.files {
		if one.trashed {
			found = append(found, one)
		}
	}
	return list(c, found)
}

func restoreFile(c *call) (*answer, error) {
	one, err := c.file(true)
	if err != nil {
		return nil, err
	}
	if one.folder != nil && byID(c.account.folders, *one.folder) == nil {
		if c.is("restore-refused-once-folder-is-gone") {
			return nil, conflict("The folder of the file does not exist.")
		}
		one.folder = nil
	}
	if c.is("restore-replaces-namesake") {
		for _, other := range c.account.files {
			if !other.trashed && other.name == one.name && sameText(other.folder, one.folder) {
				c.account.files = without(c.account.files, other.id)
				break
			}
		}
	}
	if c.is("restored-file-loses-description") {
		one.description = nil
	}
	one.trashed = false
	one.touch()
	return tagged(ok(one.view()), one.tag()), nil
}

func sameText(one, other *string) bool {
	return one == other || one != nil && other != nil && *one == *other
}
