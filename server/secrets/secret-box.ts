import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Encrypts values that the service needs but never shows. */
export interface SecretBox {
  /** @param context identifies the secret's owner or purpose; required to decrypt the secret. */
  seal(secret: string, context: string): string
  /** @throws Error if the string was encrypted with another key or for another context, or was modified. */
  open(sealed: string, context: string): string
}

const algorithm = 'aes-256-gcm'
const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/**
 * Creates a box from a key of any length, using AES-256-GCM with a new nonce each time.
 * @param earlier keys used only to decrypt.
 */
export function createSecretBox(secretKey: string, earlier: readonly string[] = []): SecretBox {
  const key = digest(secretKey)
  const keys = [key, ...earlier.map(digest)]
  return {
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url')
      const causes: unknown[] = []
      for (const each of keys) {
        try {
          return openWith(each, bytes, context)
        } catch (cause) {
          causes.push(cause)
        }
      }
      throw new Error(
        'A secret cannot be decrypted with the current key (SECRET_KEY or, without it, `secret.key`) or with any of EARLIER_SECRET_KEYS.',
        { cause: new AggregateError(causes) },
      )
    },
  }
}

function digest(secretKey: string): Buffer {
  return createHash('sha256').update(secretKey).digest()
}

function openWith(key: Buffer, bytes: Buffer, context: string): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/**
 * Reads the key file in a data folder, and creates it if it is missing: 32 random bytes that only the file's
 * owner can read.
 */
export function readKeyFile(folder: string): string {
  const file = path.join(folder, 'secret.key')
  const draft = `${file}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file) // the key file is created completely or not at all, and by only one process
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}
