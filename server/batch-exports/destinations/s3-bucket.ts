import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, HeadObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { type Options, Upload } from '@aws-sdk/lib-storage'
import type { AddressPolicy } from '../../outbound/address-policy.ts'
import { outboundAgents } from '../../outbound/hosts.ts'
import { inSpan } from '../../tracing/spans.ts'
import { type Destination, DestinationRefusal } from '../delivery/destination.ts'
import { exportFileFormat, exportFileName, writeExportFiles } from '../files/export-files.ts'
import type { DestinationConfig } from '../tables.ts'

/**
 * Size of a part, in bytes. An object has at most 10,000 parts, which is 80 GB. `queueSize` parts are
 * uploaded at a time.
 */
const partSize = 8 * 2 ** 20
const queueSize = 2

/** Time limits for connecting and for an idle connection, in milliseconds. */
const connectionTimeout = 10_000
const socketTimeout = 30_000

/**
 * Maximum size of a response, in bytes. It is limited because the client keeps whole responses, and small
 * because every response concerns only one object.
 */
const mostAnswered = 2 ** 20

/**
 * Uploads objects in parts, so that an object exists completely or not at all. The run's cursor is the number
 * of the last object begun in any attempt.
 */
export function s3Destination(config: DestinationConfig, policy: AddressPolicy): Destination {
  const format = exportFileFormat(config)
  const Bucket = String(config['bucket_name'])
  const prefix = String(config['prefix']).replace(/^\/+|\/+$/g, '')
  const keyOf = (name: string, index: number) =>
    [...(prefix === '' ? [] : [prefix]), exportFileName(name, format, index)].join('/')

  return {
    async deliver(delivery) {
      const { signal } = delivery
      await withClient(config, policy, async (client) => {
        const count = await writeExportFiles(delivery, format, async (index, content) => {
          if (index > begun(delivery.cursor)) await delivery.saveCursor(String(index))
          const Body = Readable.from(content, { objectMode: false })
          Body.on('error', () => {}) // the upload reports the error, but no longer listens after its abort
          const params = { Bucket, Key: keyOf(delivery.name, index), Body, ...encryptionOf(config) }
          try {
            await abortable(new Upload({ client, params, partSize, queueSize }), signal)
          } finally {
            Body.destroy()
          }
        })
        // Delete further objects, which an earlier attempt, or an earlier run for the same interval, might
        // have created.
        for (let index = count; ; index += 1) {
          const object = { Bucket, Key: keyOf(delivery.name, index) }
          if (index > begun(delivery.cursor)) {
            if (!(await isThere(client, object, signal))) break
            if (index === count) await assertHonest(client, object, signal)
          }
          await client.send(new DeleteObjectCommand(object), { abortSignal: signal })
        }
      })
    },
    async discard({ name, cursor, signal }) {
      await withClient(config, policy, async (client) => {
        for (let index = 0; index <= begun(cursor); index += 1) {
          await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name, index) }), {
            abortSignal: signal,
          })
        }
      })
    },
  }
}

const begun = (cursor: string | null): number => (cursor === null ? -1 : Number(cursor))

interface StoredObject {
  readonly Bucket: string
  readonly Key: string
}

/**
 * Rejects an endpoint that reports any object as existing, because there would be infinitely many objects to
 * remove.
 */
async function assertHonest(
  client: S3Client,
  { Bucket, Key }: StoredObject,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isThere(client, { Bucket, Key: `${Key}.${randomUUID()}` }, signal))) return
  throw new DestinationRefusal(
    'The endpoint reports objects that were never written, so it is not an object store.',
  )
}

/**
 * True if an object exists. Without permission to list the bucket, the response for a missing object is 403
 * instead of 404.
 */
async function isThere(client: S3Client, object: StoredObject, signal: AbortSignal): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand(object), { abortSignal: signal })
    return true
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === 404 || status === 403) return false
    throw error
  }
}

/** Uploads an object. If the upload ends early, its parts are removed. */
async function abortable(upload: Upload, signal: AbortSignal): Promise<void> {
  const abort = () => {
    void upload.abort()
  }
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    await upload.done()
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function withClient(
  config: DestinationConfig,
  policy: AddressPolicy,
  work: (client: S3Client) => Promise<void>,
): Promise<void> {
  const endpoint = config['endpoint_url']
  const agents = outboundAgents(policy, { mostBytes: mostAnswered })
  const client = new S3Client({
    region: String(config['region']) || 'us-east-1',
    credentials: {
      accessKeyId: String(config['aws_access_key_id']),
      secretAccessKey: String(config['aws_secret_access_key']),
    },
    ...(typeof endpoint === 'string' && { endpoint }),
    // With a custom endpoint, put bucket names in paths by default, because few compatible services resolve
    // them as host names.
    forcePathStyle: typeof endpoint === 'string' && config['use_virtual_style_addressing'] !== true,
    requestChecksumCalculation: 'WHEN_REQUIRED', // not all compatible services support the newer checksums
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { httpAgent: agents.http, httpsAgent: agents.https, connectionTimeout, socketTimeout },
  })
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        inSpan({ name: `S3 ${commandName}`, kind: 'client' }, () => next(args)),
    { step: 'initialize' },
  )
  try {
    await work(client)
    // Check the size again, because the client treats a status as success before it has read the whole
    // response.
    if (agents.tooLarge !== undefined) throw agents.tooLarge
  } catch (error) {
    if (isRefusal(error)) throw new DestinationRefusal(`${error.name}: ${error.message}`)
    throw agents.tooLarge ?? error
  } finally {
    client.destroy()
  }
}

/**
 * True for responses that result from wrong settings. Clock differences and rate limits are not among them.
 */
function isRefusal(error: unknown): error is S3ServiceException {
  if (!(error instanceof S3ServiceException)) return false
  const status = error.$metadata.httpStatusCode ?? 0
  const passing = ['SlowDown', 'RequestTimeout', 'RequestTimeTooSkewed', 'NoSuchUpload']
  return status >= 400 && status < 500 && status !== 429 && !passing.includes(error.name)
}

function encryptionOf(
  config: DestinationConfig,
): Pick<Options['params'], 'ServerSideEncryption' | 'SSEKMSKeyId'> {
  const { encryption, kms_key_id } = config
  return {
    ...(typeof encryption === 'string' && {
      ServerSideEncryption: encryption as NonNullable<Options['params']['ServerSideEncryption']>,
    }),
    ...(typeof kms_key_id === 'string' && { SSEKMSKeyId: kms_key_id }),
  }
}
