#!/usr/bin/env node
require('../dist/program/main.js')
