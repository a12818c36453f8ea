import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { formOctets } from '../../../data/exchange/forms/form-body.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { isReferenceName, texts } from '../../../lexicon/lexicon.ts'
import type { CheckContext } from '../../check.ts'
import { bytesTold, isSameBytes } from './bytes.ts'
import { uploadedFileContent } from './file-content.ts'
import { garbledDisposition, garbledNamesIn } from './names.ts'
import { rules } from './rules.ts'
import { takesAnyFile, type Upload, uploadOf } from './upload.ts'
import {
  checkType,
  comesDown,
  type Download,
  misdescribed,
  reportDownload,
  send,
  type UploadContext,
} from './upload-context.ts'

/** Media types that a server might parse, sanitize, or use as the encoding of its response. */
const SPECIAL_TYPES = ['application/json', 'image/svg+xml', 'application/gzip']

/** A file name that headers can contain only in quotes or encoded. In forms, "+" is not a space. */
const SPECIAL_STEM = 'Zoë, 東京 (1+1)'

/** Texts beside a file, by which downloads can name it. The second is for servers that allow no quotes. */
const SPECIAL_TEXTS = ['Zoë "東京"; 1', SPECIAL_STEM]

/**
 * Checks that a form's file with a special name is downloaded unchanged too, a file with special texts beside
 * it, and files with special media types if the form accepts any file.
 */
export async function checkSpecial(setting: UploadContext): Promise<readonly Verdict[]> {
  const { context, operation, upload, download } = setting
  const accepted = uploadOf(operation, context.document)
  if (download === undefined || accepted === undefined || !context.asks(rules.stored, rules.described))
    return []
  const verdicts: Verdict[] = []
  const ofForm = [{ stem: SPECIAL_STEM }, ...specialTypes(accepted, download)]
  for (const own of accepted.part === undefined ? [] : ofForm)
    verdicts.push(...((await checkOne({ ...setting, upload: { ...upload, ...own } }, download)) ?? []))
  const beside = textsBeside(context, operation, accepted)
  for (const text of beside.length === 0 ? [] : SPECIAL_TEXTS) {
    const texts = new Map(beside.flatMap(([name, schema]) => (schema.allows(text) ? [[name, text]] : [])))
    if (texts.size === 0) continue
    const own = await checkOne({ ...setting, upload: { ...upload, texts } }, download)
    verdicts.push(...(own ?? []))
    if (own !== undefined) break
  }
  return verdicts
}

function specialTypes(accepted: Upload, download: OperationDescriptor): readonly Pick<Upload, 'type'>[] {
  return takesAnyFile(accepted, download) ? SPECIAL_TYPES.map((type) => ({ type })) : []
}

/** Free texts that a request contains beside its file: other fields of its form, or query parameters. */
function textsBeside(
  { document }: CheckContext,
  { parameters = [], requestBody }: OperationDescriptor,
  { mediaType, part }: Upload,
): readonly (readonly [string, Schema])[] {
  const form = schemaIn(document, requestBody?.content[mediaType]?.schema)
  const beside =
    part === undefined
      ? parameters
          .filter(({ name, in: location }) => location === 'query' && texts.prose.has(name))
          .map(({ name, schema }) => [name, schemaIn(document, schema)] as const)
      : [...form.properties].filter(([name]) => name !== part.name)
  return beside.filter(([name, own]) => {
    const { types, values, keywords } = own
    const isText = types.includes('string') && values.listed === undefined && formOctets(own) === undefined
    return isText && keywords.format === undefined && keywords.pattern === undefined && !isReferenceName(name)
  })
}

/** Uploads and downloads one file; `undefined` if the server rejects it. */
async function checkOne(
  setting: UploadContext,
  download: OperationDescriptor,
): Promise<readonly Verdict[] | undefined> {
  const { operation, upload } = setting
  const bytes = uploadedFileContent(upload.type)
  const sent = await resultIfRun(() => send(setting, bytes))
  if (sent === undefined) return undefined
  const down = await comesDown(setting, sent)
  if (down === undefined) return []
  const at = { by: download, answer: down.answer }
  const octets = down.answer.octets ?? new TextEncoder().encode(down.answer.text)
  const fact: Fact = {
    ...{ kind: 'other bytes', operation: operation.operationId, isSecond: false, type: upload.type },
    ...{ sent: bytesTold(bytes, octets), received: bytesTold(octets, bytes) },
  }
  const names = checkName(setting, { by: operation, answer: sent.answer }, at)
  const isSame = isSameBytes(octets, bytes)
  return [names, isSame ? checkType(setting, at) : [reportDownload(setting, at, rules.stored, fact)]]
}

/** Reports a special name that the response to an upload, or the header of the download, garbles. */
function checkName(setting: UploadContext, up: Download, down: Download): Finding[] {
  const { stem, texts } = setting.upload
  return [...new Set([...(stem === undefined ? [] : [stem]), ...(texts?.values() ?? [])])].flatMap((text) => [
    ...misdescribed(setting, { ...up, said: garbledNamesIn(up.answer, text) }),
    ...misdescribed(setting, { ...down, said: garbledDisposition(down.answer, text) }),
  ])
}
