-- Drives neovim with the language server as a user does, and writes what it shows to a file. Its protocol client is neovim's own.
local folder, out = vim.env.RESTRAINT_FOLDER, vim.env.RESTRAINT_OUT
local command = vim.json and vim.json.decode(vim.env.RESTRAINT_COMMAND) or vim.fn.json_decode(vim.env.RESTRAINT_COMMAND)
local result = {}

local function wait(what, is_so)
  if not vim.wait(60000, is_so, 20) then error(what .. " did not come") end
end

local function start()
  local options = { name = "restraint", cmd = command, root_dir = folder }
  if vim.lsp.start then return vim.lsp.start(options) end
  -- Before neovim 0.8.
  local id = vim.lsp.start_client(options)
  vim.lsp.buf_attach_client(0, id)
  return id
end

local function run(name, steps)
  vim.cmd("edit " .. folder .. "/" .. name)
  local id = start()
  vim.lsp.buf_attach_client(0, id)
  local client
  wait("the server", function()
    client = vim.lsp.get_client_by_id(id)
    return client ~= nil and client.initialized ~= false
  end)
  local own = {}
  result[name] = own
  wait("a finding", function() return #vim.diagnostic.get(0) > 0 end)
  own.findings = vim.tbl_map(function(each) return each.code or each.user_data.lsp.code end, vim.diagnostic.get(0))
  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
    for _, answer in pairs(answers or {}) do if answer.result then return answer.result end end
  end
  local function at(line, column)
    vim.api.nvim_win_set_cursor(0, { line, column })
    return vim.lsp.util.make_position_params()
  end
  -- The fix, as the menu of quick fixes applies it.
  local first = vim.diagnostic.get(0)[1]
  local params = at(first.lnum + 1, first.col)
  params.range = { start = params.position, ["end"] = params.position }
  params.context = { diagnostics = {} }
  local action = ask("textDocument/codeAction", params)[1]
  own.fix = action.title
  vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding or "utf-16")
  wait("the end of the finding", function() return #vim.diagnostic.get(0) == 0 end)
  steps(own, ask, at)
  own.text = vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

-- What is offered, as neovim turns it into its menu, and what choosing an entry writes.
local function complete(own, ask, place, name)
  local list = ask("textDocument/completion", place)
  own.offers = vim.tbl_map(function(each) return each.word end, vim.lsp.util.text_document_completion_list_to_complete_items(list, ""))
  for _, item in ipairs(list.items or list) do
    if item.label == name then
      vim.lsp.util.apply_text_edits({ item.textEdit }, 0, "utf-16")
      return
    end
  end
  error(name .. " is not offered")
end

local ok, problem = pcall(function()
  run("list.ts", function(own, ask, at)
    local hover = ask("textDocument/hover", at(7, vim.fn.getline(7):find("items%(") - 1))
    own.hover = hover.contents.value
    local column = vim.fn.getline(7):find("items%(id") + 7
    vim.api.nvim_buf_set_text(0, 6, column, 6, column, { "," })
    complete(own, ask, at(7, column + 1), "owner")
  end)
  run("table.yaml", function(own, ask, at)
    local hover = ask("textDocument/hover", at(6, 4))
    own.hover = hover.contents.value
    vim.api.nvim_buf_set_lines(0, 9, 9, false, { "    reten" })
    complete(own, ask, at(10, 9), "retentionProperties")
  end)
end)
if not ok then result.problem = tostring(problem) end
vim.fn.writefile({ vim.fn.json_encode(result) }, out)
vim.cmd("qall!")
