package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"
)

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
	properties  []*property

	// Only faults read these: the name is not the first one; the size is told as a multiple.
	renamed, inflated bool
}

// size is how many octets a file has, as callers read it.
func (f *file) size() int {
	if f.inflated {
		return len(f.content) << 14
	}
	return len(f.content)
}

func (f *file) view() object {
	return object{
		"id": f.id, "name": f.name, "description": f.description, "folderId": f.folder, "mediaType": f.mediaType,
		"size": f.size(), "trashed": f.trashed, "createdAt": timeText(f.createdAt), "updatedAt": timeText(f.updatedAt),
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

func listFiles(c *call) (*answer, error) {
	in, inFolder := c.query("folderId")
	if inFolder && byID(c.account.folders, in) == nil && c.is("unknown-folder-is-no-filter") {
		inFolder = false
	}
	part, named := c.query("nameContains")
	found := []*file{}
	if !named && c.is("files-are-listed-only-by-search") {
		return list(c, found)
	}
	for _, one := range c.account.files {
		isGone := one.trashed && !(inFolder && c.is("folder-lists-deleted-files"))
		if isGone || inFolder && (one.folder == nil || *one.folder != in) || named && !c.contains(one.name, part) {
			continue
		}
		found = append(found, one)
	}
	return list(c, found)
}

func (c *call) keep(made *file) {
	made.record = c.account.newRecord("fil")
	made.updatedAt = made.createdAt
	made.inflated = c.is("size-is-a-multiple")
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
		if len(b.wrong) == 1 && b.wrong[0].Message == noSuchFolder && c.is("move-to-unknown-folder-succeeds") {
			return tagged(ok(one.view()), one.tag()), nil
		}
		return nil, err
	}
	current := one.tag()
	if c.is("tag-of-reading-does-not-match") {
		current = one.contentTag()
	}
	if err := c.mayChange(current); err != nil {
		return nil, err
	}
	if b.has("name") {
		one.renamed = one.renamed || one.name != name
		one.name = name
	}
	if b.has("description") {
		one.description = description
	}
	if b.has("folderId") {
		one.folder = in
	}
	version := one.version
	one.touch()
	if moment, err := time.Parse(time.RFC3339Nano, fmt.Sprint(b.members["updatedAt"])); err == nil && c.is("updated-at-is-taken-from-change") {
		one.updatedAt = moment
	}
	if b.has("description") && !b.has("name") && !b.has("folderId") && c.is("described-file-keeps-tag") {
		one.version = version
	}
	if b.has("folderId") && c.is("moved-file-has-new-id") {
		one.id = c.account.newRecord("fil").id
		return textOnly("Successfully moved"), nil
	}
	if b.has("name") && c.is("rename-answers-301") {
		header := http.Header{"Location": {"/files" + one.id}, "Content-Type": {"application/json"}}
		return &answer{status: 301, header: header, content: []byte(`"success"`)}, nil
	}
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
	if c.is("copy-lacks-description") {
		made.description = nil
	}
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
