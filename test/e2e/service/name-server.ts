import dns2, { Packet } from 'dns2'

/** The server's response for each name: TXT records, each with one or more strings, or an error code. */
export type Zone = Map<string, readonly (string | readonly string[])[] | 'SERVFAIL' | 'REFUSED' | 'silence'>

const codes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const

/** A real name server on loopback. A name that is not in the zone does not exist. */
export interface NameServer {
  readonly address: string
  readonly zone: Zone
  /** Queried names, with their record types. */
  readonly asked: readonly { readonly name: string; readonly type: number }[]
  stop(): Promise<void>
}

export async function startNameServer(): Promise<NameServer> {
  const zone: Zone = new Map()
  const asked: { name: string; type: number }[] = []
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request)
      const [{ name, type } = { name: '', type: 0 }] = request.questions
      asked.push({ name, type })
      const found = zone.get(name)
      if (found === 'silence') return
      if (typeof found === 'object') {
        for (const data of found) {
          const record = { name, type, class: Packet.CLASS.IN, ttl: 0, data: [data].flat() }
          response.answers.push(record as never) // the types do not support lists of strings
        }
      } else response.header.rcode = codes[found ?? 'NXDOMAIN']
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  return {
    address: `127.0.0.1:${udp?.port}`,
    zone,
    asked,
    stop: async () => await server.close(),
  }
}
