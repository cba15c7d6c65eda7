import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { folderOfTest, killedAfter, settingsOf } from '../backup/program'
import { someDatabases } from '../postgres'
import { offerdesk } from './program'

const files = folderOfTest()
const scratches = await someDatabases('demo')
afterAll(async () => {
  files.remove()
  for (const scratch of scratches) await scratch.stop()
})

const owner = 'demo@offerdesk.example'

describe.each(scratches)('offerdesk organization on $kind', (scratch) => {
  const run = (...args: string[]) => offerdesk(['organization', ...args], settingsOf(scratch))

  test('WF-04 an organization is written into a file, taken over by another database too, and once', async () => {
    const file = files.path(`${scratch.kind}.jsonl.gz`)
    expect(await run('export', 'Harbor Goods', file)).toEqual({
      code: 0,
      said: expect.stringMatching(
        /: all of Harbor Goods: 48 orders, 30 customers, 40 products, in \d+ kB\.\n$/,
      ) as string,
    })
    expect(await run('export', 'Harbor Goods', file)).toMatchObject({
      code: 2,
      said: expect.stringContaining('is there already') as string,
    })
    const other = scratches.find((one) => one !== scratch) ?? scratch
    const there = (...args: string[]) => offerdesk(['organization', ...args], settingsOf(other))
    const name = `Harbor from ${scratch.kind}`
    await there('make', name, '--owner', owner)
    expect(await there('import', file, '--into', name)).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        new RegExp(`^${name} has all of Harbor Goods: 48 orders, .* taken over, all of them or none\\.\n`),
      ) as string,
    })
    expect(await there('import', file, '--into', name)).toEqual({
      code: 2,
      said: expect.stringMatching(
        /^offerdesk: .*This organization has .* already\. An archive goes into an empty one/,
      ) as string,
    })
  })

  test('WF-04 whoever is killed while they take one over has done nothing, or all of it', async () => {
    const file = files.path(`killed-${scratch.kind}.jsonl.gz`)
    await run('export', 'Harbor Goods', file)
    const name = `Harbor after kills on ${scratch.kind}`
    await run('make', name, '--owner', owner)
    const take = ['organization', 'import', file, '--into', name]
    for (const milliseconds of [900, 1_400, 1_900]) await killedAfter(milliseconds, take, settingsOf(scratch))
    const { said } = await offerdesk(take, settingsOf(scratch))
    expect(said).toMatch(/ has all of Harbor Goods: 48 orders|This organization has .* already/)
    expect((await run('export', name, files.path(`whole-${scratch.kind}.jsonl.gz`))).said).toContain(
      '48 orders, 30 customers, 40 products',
    )
  })

  test('WF-04 what can not be taken over is told in one line', async () => {
    const file = files.path(`no-archive-${scratch.kind}`)
    writeFileSync(file, 'nothing')
    for (const [args, said] of [
      [['import', file, '--into', 'Harbor Goods'], `${file}: This file is no archive of an organization.`],
      [['import', files.path('none'), '--into', 'Harbor Goods'], `there is no file ${files.path('none')}`],
      [['import', file], '--into is missing; see offerdesk organization --help'],
      [['export', 'Nobody', files.path('nobody')], 'there is no organization Nobody; see offerdesk organization list'],
    ] as const) {
      expect(await run(...args)).toEqual({ code: 2, said: `offerdesk: ${said}\n` })
    }
  })
})
