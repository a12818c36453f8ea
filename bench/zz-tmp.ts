import { randomUUID } from 'node:crypto'
import { connect } from '../server/database/connection.ts'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
const { key, project_id } = JSON.parse(readFileSync('/tmp/pers-seed.json', 'utf8'))
const url = process.argv[2]
const { db, close } = await connect({ folder: '/tmp/pers-data' })
const { api_token } = await db.selectFrom('projects').where('id','=',project_id).select('api_token').executeTakeFirstOrThrow()
const N=1000, R=20
const batch = (users: number, set: boolean) => Array.from({length:N},(_, i)=>({uuid: randomUUID(), event:'page', distinct_id:'u'+Math.floor(Math.random()*users), timestamp:new Date().toISOString(), properties:{url:'https://example.com/'+i, browser:'Firefox', n:i, ...(set && {$set:{last:i}})}}))
async function time(name: string, f: (i:number)=>Promise<void>) { const t=performance.now(); for (let i=0;i<R;i++) await f(i); const s=(performance.now()-t)/1000; console.log(name, Math.round(N*R/s), 'events/s') }
const bare = async () => { const b=batch(1000,false); await db.insertInto('events').values(b.map(({uuid,event,distinct_id,timestamp,properties})=>({project_id,uuid,event,distinct_id,timestamp,properties:JSON.stringify(properties)}))).execute() }
const post = (set:boolean, users=1000) => async () => { const r=await fetch(url+'/batch',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({api_key:api_token,batch:batch(users,set)})}); if(r.status!==200) throw new Error(await r.text()) }
await bare(); await post(false)()
await time('bare', bare); await time('capture plain', post(false)); await time('bare', bare); await time('capture $set', post(true)); await time('capture new persons', post(false, 1e9))
// deletion by the cron
const list: any = await (await fetch(`${url}/api/projects/${project_id}/persons/?distinct_id=u1`,{headers:{authorization:`Bearer ${key}`}})).json()
const del = await fetch(`${url}/api/projects/${project_id}/persons/${list.results[0].id}/?delete_events=true`,{method:'DELETE',headers:{authorization:`Bearer ${key}`}})
const left = async () => (await sql<{n:number}>`select count(*)::int n from events where distinct_id='u1'`.execute(db)).rows[0]?.n
console.log(del.status, 'events of u1', await left())
const t=Date.now(); while (await left() && Date.now()-t<130000) await new Promise(r=>setTimeout(r,1000))
console.log('after', Math.round((Date.now()-t)/1000),'s:', await left())
await close()
