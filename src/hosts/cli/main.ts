#!/usr/bin/env node
import "./program";
