import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Member {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone?: string
  readonly job_title: string
  readonly city: string
  readonly country: string
  readonly bio: string
  readonly joined_at: string
  readonly birth_date: string
}

interface Order {
  readonly id: number
  readonly number: string
  readonly title: string
  readonly status: string
  readonly total_price: number
  readonly currency: string
  readonly color: string
  readonly ordered_on: string
  readonly due_date: string
  readonly paid_at: number
  readonly note?: string
  readonly customer: { readonly name: string; readonly company: string }
}

/** Dates as pages show them: each throws for a text that is no date. */
const day = (value: string | number): string => new Date(value).toISOString().slice(0, 10)
const money = ({ total_price, currency }: Order): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(total_price)

function MemberCard({ member }: { readonly member: Member }) {
  return (
    <article className="card">
      <div className="avatar">
        {member.name
          .split(' ')
          .map((word) => word[0])
          .join('')}
      </div>
      <h3>{member.name}</h3>
      <p className="quiet">
        {member.job_title}, {member.city}, {member.country}
      </p>
      <p>{member.bio}</p>
      <p>
        <a href={`mailto:${member.email}`}>{member.email}</a> {member.phone}
      </p>
      <p className="quiet">
        Member since <time>{day(member.joined_at)}</time>, born <time>{day(member.birth_date)}</time>
      </p>
    </article>
  )
}

function OrderRow({ order }: { readonly order: Order }) {
  return (
    <tr>
      <td>{order.number}</td>
      <td>
        <span className="dot" style={{ background: order.color }} /> {order.title}
        <div className="quiet">{order.note}</div>
      </td>
      <td>
        {order.customer.name}
        <div className="quiet">{order.customer.company}</div>
      </td>
      <td>{order.status}</td>
      <td className="right">{money(order)}</td>
      <td>
        <time>{day(order.ordered_on)}</time>
      </td>
      <td>
        <time>{day(order.due_date)}</time>
      </td>
      <td>
        <time>{day(order.paid_at * 1000)}</time>
      </td>
    </tr>
  )
}

type Loaded<Value> = { readonly value?: Value; readonly failure?: string }

function useJson<Value>(url: string): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({})
  useEffect(() => {
    void fetch(url).then(async (response) => {
      setLoaded(
        response.ok ? { value: await response.json() } : { failure: `${response.status}: come back later` },
      )
    })
  }, [url])
  return loaded
}

/** A page of an application. */
function Application({ baseUrl }: { readonly baseUrl: string }) {
  const members = useJson<readonly Member[]>(`${baseUrl}/members`)
  const orders = useJson<readonly Order[]>(`${baseUrl}/orders`)
  return (
    <main>
      <h1>Workshop</h1>
      <section className="cards">
        {members.value?.map((member) => (
          <MemberCard key={member.id} member={member} />
        ))}
      </section>
      <table>
        <thead>
          <tr>
            {['Number', 'Order', 'Customer', 'Status', 'Total', 'Ordered', 'Due', 'Paid'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.value?.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </main>
  )
}

/** One component in each of its states, as a workbench for components shows it. */
function Story({ name, url }: { readonly name: string; readonly url: string }) {
  const { value, failure } = useJson<readonly Member[]>(url)
  const [first] = value ?? []
  return (
    <section className="story">
      <h2>{name}</h2>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {value?.length === 0 && <p>Nobody is here yet.</p>}
      {first !== undefined && <MemberCard member={first} />}
    </section>
  )
}

function Workbench() {
  return (
    <main>
      <h1>MemberCard</h1>
      <div className="cards">
        <Story name="Default" url="/api/members" />
        <Story name="Other seed" url="/other/members" />
        <Story name="Empty" url="/empty/members" />
        <Story name="Failure" url="/failing/members" />
      </div>
    </main>
  )
}

async function start(): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  if (location.pathname !== '/stories') {
    // The address of the mock stands behind the "#".
    root.render(<Application baseUrl={location.hash.slice(1)} />)
    return
  }
  const { startWorker } = await import('./worker.ts')
  await startWorker()
  root.render(<Workbench />)
}

void start()
