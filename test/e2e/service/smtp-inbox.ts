import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { until } from '../../waiting.ts'

/** An e-mail as received over the wire. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** Header lines, unfolded. */
  readonly header: string
  /** Its text, decoded. */
  readonly text: string
}

/** A real SMTP server on loopback that keeps the e-mails it receives. */
export interface SmtpInbox {
  readonly url: string
  readonly received: readonly Received[]
  /** Waits for e-mails to an address. */
  await(address: string, count?: number): Promise<Received[]>
  /** Rejects the next `count` e-mails, with 451, which is temporary, or with another status. */
  refuseNext(count: number, status?: number): void
  /** Rejects a recipient permanently. */
  refuseReceiver(address: string): void
  /** Returns how many e-mails and recipients it has rejected. */
  refusals(): number
  stop(): Promise<void>
}

/** @param login the only user who is allowed to send; anyone is by default. */
export async function startSmtpInbox(login?: { user: string; password: string }): Promise<SmtpInbox> {
  const received: Received[] = []
  const unknown = new Set<string>()
  let toRefuse = 0
  let refusalStatus = 451
  let refused = 0
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === login?.user && password === login?.password
      done(isKnown ? null : new Error('Unknown user'), { user: username })
    },
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (!unknown.has(address)) return done()
      refused += 1
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
    },
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        if (toRefuse > 0) {
          toRefuse -= 1
          refused += 1
          return done(Object.assign(new Error('Not now, or never'), { responseCode: refusalStatus }))
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ ...parse(raw), from, to: envelope.rcptTo.map(({ address }) => address) })
        done()
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const credentials = login && `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${credentials ?? ''}127.0.0.1:${port}`,
    received,
    async await(address, count = 1) {
      const found = () => received.filter(({ to }) => to.includes(address))
      await until(() => found().length >= count)
      return found()
    },
    refuseNext(count, status = 451) {
      toRefuse = count
      refusalStatus = status
    },
    refuseReceiver: (address) => void unknown.add(address),
    refusals: () => refused,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Parses an e-mail with a single text part. */
export function parse(raw: string): Pick<Received, 'header' | 'text'> {
  const end = raw.indexOf('\r\n\r\n')
  const header = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const body = raw.slice(end + 4)
  return { header, text: /quoted-printable/i.test(header) ? decode(body) : body.replaceAll('\r\n', '\n') }
}

function decode(quotedPrintable: string): string {
  const joined = quotedPrintable.replace(/=\r\n/g, '').replaceAll('\r\n', '\n')
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
