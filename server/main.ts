#!/usr/bin/env node
import { runProgram } from './cli/program'
import { giveUp } from './giveUp'
import { outliveReaders } from './outliveReaders'

outliveReaders()
runProgram(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exit(code)
}, giveUp)
