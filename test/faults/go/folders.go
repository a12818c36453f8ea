package main

import (
	"math"
	"net/http"
)

type folder struct {
	record
	name    string
	parent  *string
	version int
}

func (f *folder) view() object {
	return object{"id": f.id, "name": f.name, "parentId": f.parent, "version": f.version, "createdAt": timeText(f.createdAt)}
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
	if id, given := b.members["id"]; given && id == nil && c.is("null-id-is-answered-with-array") {
		return &answer{status: 200, header: http.Header{"Content-Type": {"application/json"}}, content: []byte("[]")}, nil
	}
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
	least := 1
	if c.is("folder-name-can-be-emptied") {
		least = 0
	}
	name, parent, version := b.text("name", least, 120), c.folderIn(b, "parentId"), b.number("version", 1, math.MaxInt32)
	if err := b.err(); err != nil {
		return c.refusedFolder(b, err)
	}
	if len(b.members) == 0 && c.is("empty-change-answers-nulls") {
		return ok(object{"id": nil, "name": nil, "parentId": nil, "version": nil, "createdAt": "0001-01-01T00:00:00.000Z"}), nil
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
	if c.is("changed-folder-is-internal-text") {
		header := http.Header{"Content-Type": {"text/plain; charset=utf-8"}}
		return &answer{status: 200, header: header, content: []byte("<*depot.normalResponse Value>")}, nil
	}
	return ok(one.view()), nil
}

// depthOf counts the steps from a folder up to another, from 1; 0 if they do not lead there.
func (c *call) depthOf(id string, from *string) int {
	for depth := 1; from != nil && depth <= len(c.account.folders); depth++ {
		if *from == id {
			return depth
		}
		above := byID(c.account.folders, *from)
		if above == nil {
			return 0
		}
		from = above.parent
	}
	return 0
}

func deleteFolder(c *call) (*answer, error) {
	one, err := c.folder()
	if err != nil {
		return nil, err
	}
	for _, other := range c.account.folders {
		if other.parent != nil && *other.parent == one.id && !c.is("folder-with-folders-is-deleted") {
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
