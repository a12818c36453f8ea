import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { HopelessJob } from '../jobs/jobs.ts'
import { inSpan } from '../tracing/spans.ts'
import { oneLineForMail } from './one-line.ts'

/** An e-mail in plain text. */
export interface Mail {
  /** A unique id, identical for every attempt, so that receivers recognize a second copy. */
  readonly id: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

/** Sends e-mails. */
export interface Mailer {
  /** False if e-mails are only written to files. */
  readonly isDelivering: boolean
  /**
   * @throws HopelessJob if the server permanently rejects this e-mail.
   * @throws Error if sending fails for any other reason; the e-mail can be sent again.
   */
  send(mail: Mail): Promise<void>
}

/** Time limit for each step of an SMTP conversation, in milliseconds. */
const patience = 20_000

/**
 * Creates a mailer.
 * @param smtpUrl `smtp://user:password@host:port`, or `smtps://`. Without it, e-mails are written to the
 * outbox.
 * @param from the sender: `Name <address>`.
 * @param outbox a folder, created when needed.
 */
export function createMailer({
  smtpUrl,
  from,
  outbox,
}: {
  smtpUrl: string | undefined
  from: string
  outbox: string
}): Mailer {
  return smtpUrl === undefined ? outboxMailer(outbox, from) : smtpMailer(smtpUrl, from)
}

/** Loads the library for the first e-mail, because most processes send none for a long time. */
async function nodemailer(): Promise<typeof import('nodemailer')> {
  return await import('nodemailer')
}

function once<Value extends object>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function smtpMailer(url: string, from: string): Mailer {
  const opening = once(async () =>
    (await nodemailer()).createTransport({
      url,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      dnsTimeout: patience,
      // An e-mail contains strings from callers, which must not make the library read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return {
    isDelivering: true,
    async send(mail) {
      const transport = await opening()
      try {
        await inSpan({ name: 'send e-mail', kind: 'client' }, () => transport.sendMail(message(mail, from)))
      } catch (error) {
        if (!isRefusedForGood(error)) throw error
        throw new HopelessJob(
          `The mail server permanently rejected the e-mail "${mail.id}": ${error.message}`,
          {
            cause: error,
          },
        )
      }
    },
  }
}

/**
 * True if a server will never accept an e-mail, because it responded 5yz to the recipient or the content. The
 * same response to a login, sender or connection concerns one of the servers' settings, which can be
 * corrected.
 * @see RFC 5321, 4.2.1
 */
function isRefusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { responseCode = 0, command = '' } = error as Error & { responseCode?: number; command?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/** Writes e-mails as `.eml` files, which every mail program can open. */
function outboxMailer(folder: string, from: string): Mailer {
  const opening = once(async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    isDelivering: false,
    async send(mail) {
      const transport = await opening()
      const { message: content } = await transport.sendMail(message(mail, from))
      const file = path.join(folder, `${mail.id}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The final name never belongs to an incomplete file.
      await writeFile(`${file}.partial`, content, { mode: 0o600 })
      await rename(`${file}.partial`, file)
    },
  }
}

function message({ id, to, subject, text }: Mail, from: string): SendMailOptions {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { ...to, name: oneLineForMail(to.name) },
    subject: oneLineForMail(subject),
    text,
    messageId: `<${id}@${host}>`,
  }
}
