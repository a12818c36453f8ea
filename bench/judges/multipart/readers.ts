import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import busboy from 'busboy'
import formidable from 'formidable'
import type { Field, Written } from './form.ts'

/**
 * Reads forms. Each result is a list of fields in order, or a string that states why the form could not be
 * read.
 */
export type Reader = (forms: readonly Written[]) => Promise<readonly (readonly Field[] | string)[]>

/** True if a command is installed and works. */
export function isThere(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const each =
  (read: (form: Written) => Promise<readonly Field[]>): Reader =>
  (forms) =>
    Promise.all(forms.map((form) => read(form).catch(String)))

/** The platform's own reader, which is undici's. */
export const byUndici = each(async ({ bytes, contentType }) => {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? { name, text: value }
        : { name, text: await value.text(), fileName: value.name, type: value.type },
    ),
  )
})

/** Sets UTF-8 for names, which busboy reads as Latin-1 by default, contrary to RFC 7578, 5.1. */
export const byBusboy = each(async ({ bytes, contentType }) => {
  const fields: Promise<Field>[] = []
  const reader = busboy({
    headers: { 'content-type': contentType },
    defParamCharset: 'utf8',
    preservePath: true,
  })
  reader.on('field', (name, text) => fields.push(Promise.resolve({ name, text })))
  reader.on('file', (name, stream, { filename, mimeType: type }) => {
    const fileName: string | undefined = filename
    const file = fileName === undefined ? {} : { fileName, type }
    fields.push(textOf(stream).then((text) => ({ name, text, ...file })))
  })
  await new Promise((resolve, reject) => {
    reader.once('close', () => resolve(undefined)).once('error', reject)
    reader.end(bytes)
  })
  return Promise.all(fields)
})

export const byFormidable = each(async ({ bytes, contentType }) => {
  const fields: Promise<Field>[] = []
  const form = formidable()
  form.onPart = (part) => {
    const { name, originalFilename, mimetype } = part
    const chunks: Buffer[] = []
    const field = new Promise<Field>((resolve) => {
      part.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
      part.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          name: name ?? '',
          text,
          ...(originalFilename !== null && { fileName: originalFilename, type: mimetype ?? '' }),
        })
      })
    })
    fields.push(field)
  }
  const request = Object.assign(Readable.from([Buffer.from(bytes)]), {
    headers: { 'content-type': contentType, 'content-length': String(bytes.length) },
  })
  await form.parse(request as unknown as Parameters<typeof form.parse>[0])
  return Promise.all(fields)
})

/** Python's reader for MIME messages, which applies the rules for mail. */
const PYTHON = `
import base64, email.policy, email.parser, json, sys
def fields_of(form):
    head = ('Content-Type: ' + form['contentType'] + '\\r\\n\\r\\n').encode()
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + base64.b64decode(form['bytes']))
    fields = []
    for part in message.iter_parts():
        disposition = part['content-disposition']
        field = { 'name': disposition.params['name'], 'text': part.get_payload(decode=True).decode() }
        if 'filename' in disposition.params:
            field['fileName'] = disposition.params['filename']
            field['type'] = part.get_content_type()
        fields.append(field)
    return fields
print(json.dumps([fields_of(form) for form in json.load(sys.stdin)]))
`

export const byPython: Reader = async (forms) =>
  JSON.parse(execFileSync('python3', ['-c', PYTHON], { input: asJson(forms), encoding: 'utf8' }))

/** Go's reader. It does not use `Part.FileName`, which would remove the folders from a name. */
const GO = `package main

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"os"
)

type form struct {
	Bytes       []byte
	ContentType string
}

type field struct {
	Name     string  \`json:"name"\`
	Text     string  \`json:"text"\`
	FileName *string \`json:"fileName,omitempty"\`
	Type     string  \`json:"type,omitempty"\`
}

func read(f form) any {
	_, parameters, err := mime.ParseMediaType(f.ContentType)
	if err != nil {
		return err.Error()
	}
	reader := multipart.NewReader(bytes.NewReader(f.Bytes), parameters["boundary"])
	fields := []field{}
	for {
		part, err := reader.NextRawPart()
		if err == io.EOF {
			return fields
		}
		if err != nil {
			return err.Error()
		}
		text, err := io.ReadAll(part)
		if err != nil {
			return err.Error()
		}
		_, disposition, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if err != nil {
			return err.Error()
		}
		own := field{Name: part.FormName(), Text: string(text)}
		if name, isFile := disposition["filename"]; isFile {
			own.FileName = &name
			own.Type = part.Header.Get("Content-Type")
		}
		fields = append(fields, own)
	}
}

func main() {
	var forms []form
	if err := json.NewDecoder(os.Stdin).Decode(&forms); err != nil {
		panic(err)
	}
	all := []any{}
	for _, one := range forms {
		all = append(all, read(one))
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
`

export const byGo: Reader = async (forms) => {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-go-'))
  try {
    const file = join(folder, 'main.go')
    writeFileSync(file, GO)
    return JSON.parse(execFileSync('go', ['run', file], { input: asJson(forms), encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function asJson(forms: readonly Written[]): string {
  return JSON.stringify(
    forms.map(({ bytes, contentType }) => ({ bytes: Buffer.from(bytes).toString('base64'), contentType })),
  )
}
