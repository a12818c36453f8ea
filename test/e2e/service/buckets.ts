import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { S3DestinationWrite } from '../../../generated/types.ts'
import { startObjectStore } from './object-store.ts'

/** A bucket that exports can write into, and what is in it. */
export interface Bucket {
  /** A destination's config without its prefix. */
  readonly config: Omit<S3DestinationWrite['config'], 'prefix'>
  /** Contents of the objects whose names begin so. */
  contentsBelow(prefix: string): Promise<Buffer[]>
  close(): Promise<void>
}

/**
 * Makes a bucket on the server that TEST_S3_URL names, as
 * `http://key:secret@host:port/`, else on a stand-in in memory.
 */
export async function openBucket(): Promise<Bucket> {
  const address = process.env['TEST_S3_URL']
  return address === undefined ? await openStandIn() : await openReal(new URL(address))
}

async function openStandIn(): Promise<Bucket> {
  const store = await startObjectStore()
  return {
    config: configOf({ bucket: 'bucket', endpoint: store.url, key: 'id', secret: 'secret' }),
    contentsBelow: async (prefix) => store.objectsBelow(`/bucket/${prefix}`).map(({ content }) => content),
    close: () => store.close(),
  }
}

async function openReal({ origin, username, password }: URL): Promise<Bucket> {
  const [key, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const credentials = { accessKeyId: key, secretAccessKey: secret }
  const client = new S3Client({ region: 'us-east-1', endpoint: origin, forcePathStyle: true, credentials })
  const Bucket = `exports-${crypto.randomUUID()}`
  await client.send(new CreateBucketCommand({ Bucket }))
  return {
    config: configOf({ bucket: Bucket, endpoint: origin, key, secret }),
    async contentsBelow(Prefix) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }))
      return await Promise.all(
        Contents.map(async ({ Key }) => {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
          return Buffer.from((await Body?.transformToByteArray()) ?? [])
        }),
      )
    },
    async close() {
      client.destroy()
    },
  }
}

const configOf = (place: { bucket: string; endpoint: string; key: string; secret: string }) => ({
  bucket_name: place.bucket,
  region: 'us-east-1',
  endpoint_url: place.endpoint,
  aws_access_key_id: place.key,
  aws_secret_access_key: place.secret,
})
