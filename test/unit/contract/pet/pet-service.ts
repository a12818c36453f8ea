import type { Target } from '@concordat/contract'
import { type Caller, callerOf, EVERY_SCOPE, isKnown, OTHER_PET_KEY, PET_KEY } from './pet-caller.ts'
import type { Fault } from './pet-fault.ts'
import { checkedFields, EMPTY, OWNED, type Pet, show, writable } from './pet-fields.ts'
import { answerList, type PetPage } from './pet-list.ts'
import { problem } from './pet-problem.ts'
import { violationsOf } from './pet-validation.ts'

const ACTIONS = ['retire', 'recall', 'examine']
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A complete small service in memory that has the given faults. */
export class PetService {
  readonly pets = new Map<string, Pet>()
  /** "GET /pets" for every request, in order. */
  readonly log: string[] = []
  readonly #faults: ReadonlySet<Fault>
  #counter = 0
  readonly #deleted = new Set<string>()
  #created = 0
  #caller: Caller = { tenant: 'a', scopes: EVERY_SCOPE }

  constructor(...faults: Fault[]) {
    this.#faults = new Set(faults)
  }

  target(): Target {
    return {
      baseUrl: 'http://pets.test/api/',
      disposable: true,
      credentials: { PetKey: PET_KEY },
      otherCredentials: { PetKey: OTHER_PET_KEY },
      makeCredential: async (_scheme, scopes) => `pet_made_${scopes.join('+')}`,
      fetch: (request) => this.answer(request),
    }
  }

  async answer(request: Request): Promise<Response> {
    if (request.method !== 'HEAD') return this.#answer(request)
    const { url, headers } = request
    const get = await this.#answer(new Request(url, { headers }))
    return new Response(null, { status: this.#has('head-204') ? 204 : get.status, headers: get.headers })
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.replace('/api', '')
    const text = await request.text()
    this.log.push(`${request.method} ${path}${url.search}${text === '' ? '' : ` ${text}`}`)
    if (this.#has('id-from-client-crashes') && text.includes('"id":')) return problem(500)
    if (this.#has('read-only-refused') && text.includes('"id":')) return problem(400)
    if (!this.#mayEnter(request.headers.get('authorization'))) return this.#refuse(request.method)
    this.#caller = callerOf(request.headers.get('authorization'))
    if (!this.#holdsScope(request.method, path)) return problem(403)
    this.#changeSilently(request.method, path)
    if (this.#has('long-name-crashes') && /"name":"[^"\\]{12}/.test(text)) return problem(500)
    const refusal = this.#refusal(request, url, text)
    if (refusal !== undefined) return refusal
    const [, , petId, toys, toyId] = path.split('/')
    if (toys !== undefined && ACTIONS.includes(toys)) return this.#act(request.method, petId ?? '', toys)
    if (toys !== undefined && toys !== 'toys') return problem(404)
    if (toys !== undefined) return this.#toys(request.method, { url, petId: petId ?? '', toyId, text })
    return petId === undefined
      ? this.#collection(request.method, url, text)
      : this.#item(request.method, petId, text)
  }

  #holdsScope(method: string, path: string): boolean {
    const { scopes } = this.#caller
    if (this.#has('scopes-ignored') || (this.#has('any-scope-deletes') && method === 'DELETE')) return true
    if (this.#has('list-needs-more-scopes') && method === 'GET' && path === '/pets') return scopes.length > 1
    return scopes.includes(method === 'GET' ? 'pet:read' : 'pet:write')
  }

  #changeSilently(method: string, path: string): void {
    const pet = this.pets.get(path.split('/')[2] ?? '')
    if (
      this.#has('other-tenant-changes-silently') &&
      method === 'PATCH' &&
      pet?.tenant === 'a' &&
      this.#caller.tenant === 'b'
    )
      pet.fields['weight'] = 66
  }

  /** Checks made before the content is read: those of path ids, for which a faulty service might crash. */
  #refusal(request: Request, url: URL, text: string): Response | undefined {
    const id = url.pathname.split('/')[3]
    const known = this.pets.get(id ?? '')
    if (id !== undefined && (known === undefined || !this.#sees(known))) return undefined
    const contentType = request.headers.get('content-type')
    const violations = violationsOf(request.method, url, { contentType, text }).filter(
      (violation) => !this.#overlooks(violation),
    )
    if (violations.length === 0) return undefined
    if (violations[0] === 'syntax') return problem(this.#has('malformed-json-crashes') ? 500 : 400)
    if (this.#has('refused-yet-created') && violations.includes('/weight maximum') && id === undefined)
      this.#collection('POST', url, text)
    const pet = this.pets.get(id ?? '')
    if (this.#has('refused-yet-changed') && pet !== undefined) pet.fields['weight'] = 77
    if (this.#has('refusal-without-detail')) return Response.json({}, { status: 400 })
    return problem(this.#has('refusal-418') ? 418 : violations[0] === 'mediaType' ? 415 : 400)
  }

  #overlooks(violation: string): boolean {
    return (
      (this.#has('max-length-ignored') && violation.endsWith('maxLength')) ||
      (this.#has('kind-unchecked') && violation === 'kind enum') ||
      (this.#has('media-type-ignored') && violation === 'mediaType') ||
      (this.#has('limit-unchecked') && violation === 'limit minimum')
    )
  }

  #mayEnter(authorization: string | null): boolean {
    if (this.#has('anybody-enters')) return true
    const [scheme, key] = authorization?.split(' ') ?? []
    if (key === undefined || (scheme !== 'Bearer' && !this.#has('scheme-ignored'))) return false
    return isKnown(key) || (this.#has('unknown-key-enters') && scheme === 'Bearer')
  }

  /** @param method Only writes lack the challenge, because a server without any has decided so. */
  #refuse(method: string): Response {
    const headers: Record<string, string> =
      method !== 'GET' && this.#has('challenge-missing') ? {} : { 'www-authenticate': 'Bearer' }
    return Response.json(this.#has('problem-without-detail') ? {} : { detail: 'No.' }, {
      status: 401,
      headers,
    })
  }

  #collection(method: string, url: URL, text: string): Response {
    if (method === 'GET') return this.#list(url, { items: this.#listedPets(url), itemFault: true })
    if (method !== 'POST') return this.#notAllowed(['GET', 'POST'])
    const pet: Pet = {
      id: `00000000-0000-4000-8000-${String(++this.#created).padStart(12, '0')}`,
      tenant: this.#caller.tenant,
      toys: [],
      fields: checkedFields(text, (fault) => this.#has(fault)),
      owned: { ...OWNED, ...this.#forged(text) },
      isHidden: this.#has('new-pet-not-listed'),
      puts: 0,
    }
    if (this.#has('weight-not-stored')) pet.fields['weight'] = null
    this.pets.set(pet.id, pet)
    const { name: _, ...nameless } = show(pet)
    const headers: Record<string, string> = this.#has('location-missing')
      ? {}
      : { location: `/api/pets/${pet.id}` }
    const answer = {
      ...show(pet),
      ...(this.#has('weight-not-stored') && { weight: JSON.parse(text).weight }),
    }
    return Response.json(this.#has('name-not-echoed') ? { ...nameless, name: 'Rex' } : answer, {
      status: 201,
      headers,
    })
  }

  #item(method: string, id: string, text: string): Response {
    if (!['GET', 'PATCH', 'PUT', 'DELETE'].includes(method))
      return this.#notAllowed(['GET', 'PATCH', 'PUT', 'DELETE'])
    const pet = this.#find(id)
    if (pet instanceof Response) return pet
    if (method === 'DELETE') return this.#delete(pet)
    if (method === 'PATCH') return this.#patch(pet, text)
    if (method === 'PUT') return this.#put(pet, text)
    if (this.#has('read-crashes')) return problem(500)
    if (this.#has('media-type-text'))
      return new Response(JSON.stringify(show(pet)), { headers: { 'content-type': 'text/plain' } })
    return Response.json(show(pet), { status: this.#has('status-203') ? 203 : 200 })
  }

  #sees(pet: Pet): boolean {
    return pet.tenant === this.#caller.tenant || this.#has('tenants-share')
  }

  #find(id: string): Pet | Response {
    if (!UUID.test(id)) return problem(this.#has('malformed-crashes') ? 500 : 404)
    const pet = this.pets.get(id)
    if (pet !== undefined && !this.#sees(pet)) return problem(404)
    if (pet !== undefined && !(pet.isHidden && this.#has('deleted-is-listed'))) return pet
    if (this.#deleted.has(id)) return problem(this.#has('deleted-crashes') ? 500 : 404)
    const [first] = this.pets.values()
    if (this.#has('unknown-answers-first') && first !== undefined) return first
    return problem(this.#has('unknown-crashes') ? 500 : this.#has('unknown-undocumented') ? 418 : 404)
  }

  #delete(pet: Pet): Response {
    if (this.#has('deleted-is-readable')) pet.isHidden = true
    else if (this.#has('deleted-is-listed')) pet.isHidden = true
    else this.pets.delete(pet.id)
    this.#deleted.add(pet.id)
    const headers: Record<string, string> = this.#has('content-length-with-204')
      ? { 'content-length': '7' }
      : {}
    return new Response(null, { status: 204, headers })
  }

  #patch(pet: Pet, text: string): Response {
    const change = writable(text)
    Object.assign(pet.owned, this.#forged(text))
    const changed = {
      ...pet.fields,
      ...change,
      ...(this.#has('patch-clears-weight') && !('weight' in change) && { weight: null }),
    }
    if (!this.#has('patch-not-stored')) pet.fields = changed
    return Response.json({ ...show(pet), ...changed })
  }

  #put(pet: Pet, text: string): Response {
    const before = pet.fields
    pet.fields = { ...(this.#has('put-keeps-omitted') ? before : EMPTY), ...writable(text) }
    Object.assign(pet.owned, this.#forged(text))
    if (this.#has('put-counts-weight'))
      pet.fields['weight'] = pet.puts++ === 0 ? pet.fields['weight'] : pet.puts
    return Response.json(show(pet))
  }

  #act(method: string, id: string, action: string): Response {
    if (method !== 'POST') return this.#notAllowed(['POST'])
    const pet = this.#find(id)
    if (pet instanceof Response) return pet
    const before = pet.owned
    const effects: Record<string, Record<string, unknown>> = {
      retire: { retired: true },
      recall: this.#has('recall-does-nothing') ? {} : { retired: false },
      examine: { healthy: Number(pet.fields['weight']) > 0 },
    }
    pet.owned = { ...before, ...effects[action] }
    const answer = show(pet)
    if (this.#has(`${action}-not-stored` as Fault)) pet.owned = before
    if (action === 'examine' && this.#has('examine-answers-old-date'))
      answer['created_at'] = '2001-01-01T00:00:00Z'
    if (action === 'retire' && this.#has('retire-renames')) pet.fields['name'] = 'Old Rex'
    return Response.json(
      action === 'retire' && this.#has('retire-not-answered') ? { ...answer, retired: false } : answer,
    )
  }

  #toys(
    method: string,
    { url, petId, toyId, text }: { url: URL; petId: string; toyId: string | undefined; text: string },
  ): Response {
    const allowed = toyId === undefined ? ['GET', 'POST'] : ['DELETE']
    if (!allowed.includes(method)) return this.#notAllowed(allowed)
    const isAnyParent = toyId !== undefined && this.#has('toys-below-any-pet')
    const pet = (isAnyParent ? this.pets.get(petId) : undefined) ?? this.#find(petId)
    if (pet instanceof Response) return pet
    if (method === 'GET') return this.#list(url, { items: pet.toys, itemFault: false })
    if (method === 'POST') {
      if (this.#has('toys-not-implemented')) return problem(501)
      const toy = { id: ++this.#counter, label: JSON.parse(text).label }
      pet.toys.push(toy)
      return Response.json(toy, { status: 201 })
    }
    const pets = [...this.pets.values()]
    const owners = this.#has('toys-of-any-pet')
      ? pets
      : isAnyParent
        ? pets.filter((other) => this.#sees(other))
        : [pet]
    const owner = owners.find(({ toys }) => toys.some(({ id }) => String(id) === toyId))
    if (owner === undefined) return problem(404)
    owner.toys.splice(
      owner.toys.findIndex(({ id }) => String(id) === toyId),
      1,
    )
    return new Response(null, { status: 204 })
  }

  #listedPets(url: URL): Record<string, unknown>[] {
    const kind = this.#has('filter-ignored') ? null : url.searchParams.get('kind')
    const mine = [...this.pets.values()].filter((pet) => this.#sees(pet) || this.#has('list-of-all-tenants'))
    const listed = mine.filter((pet) => !pet.isHidden || this.#has('deleted-is-listed'))
    return listed.map(show).filter((pet) => kind === null || pet['kind'] === kind)
  }

  #list(url: URL, page: Pick<PetPage, 'items' | 'itemFault'>): Response {
    return answerList(url, { ...page, has: (fault) => this.#has(fault), turn: this.log.length })
  }

  #notAllowed(allowed: readonly string[]): Response {
    // The other paths show that the server knows 405 and Allow.
    const isFaulty = allowed.length === 1
    if (isFaulty && this.#has('method-400')) return problem(400)
    if (isFaulty && this.#has('allow-missing')) return problem(405)
    return problem(405, {
      allow: (this.#has('allow-short') ? allowed.slice(1) : allowed).join(', ') || 'TRACE',
    })
  }

  /** Returns the read-only properties that a faulty service accepts from a request. */
  #forged(text: string): Record<string, unknown> {
    const { created_at } = JSON.parse(text)
    return this.#has('created-at-from-client') && created_at !== undefined ? { created_at } : {}
  }

  #has(fault: Fault): boolean {
    return this.#faults.has(fault)
  }
}
