if ready:
    go()
end()
