import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { S3DestinationWrite } from '../../../generated/types.ts'
import { startObjectStore } from './object-store.ts'

/** A bucket to which exports can write, and its contents. */
export interface Bucket {
  /** A destination's config, without a prefix. */
  readonly config: Omit<S3DestinationWrite['config'], 'prefix'>
  /** Returns the contents of the objects whose names begin with the prefix. */
  contentsBelow(prefix: string): Promise<Buffer[]>
  close(): Promise<void>
}

/**
 * Creates a bucket on the server in TEST_S3_URL, such as `http://key:secret@host:port/`, or on an in-memory
 * stand-in without it.
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
